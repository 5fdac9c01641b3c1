import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopNoUnsolicitedNonce = defineCheck<DpopReading>('vci.dpop.no_unsolicited_nonce', {
  title: 'The DPoP proof carries no nonce before this server has provided one',
  problem: 'The DPoP proof carries a nonce although this server has provided none',
  clauses: ['RFC9449-8'],
  level: 'info',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.nonce' },
  why: 'The nonce comes from the server; a wallet that makes one up misunderstands the claim.',
  hint: 'Leave the nonce claim out until a response from this server has carried a DPoP-Nonce header.',
  run: onProof(({ nonce }, { role, history }) => {
    if (history.nonceOfferedAt[role] !== null)
      return notApplicable(say`This server had already sent a nonce in this session.`)
    if (nonce.state === 'absent') return pass()
    // A nonce of ours can only come from us, even if this session does not show where.
    if (nonce.state !== 'unknown' && nonce.state !== 'not_a_string')
      return notApplicable(say`This service issued the nonce.`)
    return violated({ expected: bare.noNonce, actual: bare.aNonceThatNoServerIssued })
  }),
})

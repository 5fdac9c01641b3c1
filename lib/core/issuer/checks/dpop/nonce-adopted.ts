import { defineCheck, notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import { nonceWindow } from '../../read/oauth/dpop/dpop-nonce'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopNonceAdopted = defineCheck<DpopReading>('vci.dpop.nonce_adopted', {
  title: 'The DPoP proof carries the latest nonce of this server',
  problem: 'The DPoP proof does not carry the latest nonce of this server',
  clauses: ['RFC9449-8.2', 'RFC9449-4.2', 'HAIP-4'],
  level: 'must',
  rejects: 'use_dpop_nonce',
  refusal: 'The DPoP proof must carry the nonce of the latest DPoP-Nonce header of this server.',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  impossibleIn: ['no_dpop_nonce'],
  judges: { token: 'dpop', member: 'claims.nonce' },
  why: 'A nonce limits a proof to a short time chosen by the server, regardless of the device clock.',
  hint: 'Remember the DPoP-Nonce header of every response, including successful ones, and put it into the next proof as nonce.',
  run: onProof(({ nonce }, { role, policy, history }) => {
    if (nonce.state === 'challenge')
      return notApplicable(say`The nonce answers a challenge; see vci.wallet_attestation.challenge.`)
    const offeredAt = history.nonceOfferedAt[role]
    if (policy === 'off') {
      return offeredAt === null || nonce.state === 'absent' || nonce.state === 'current' || nonce.state === 'recent'
        ? notApplicable(say`This session uses no DPoP nonces.`)
        : tolerated({
            expected: say`the last nonce`,
            actual: bare.anotherValue,
            hint: say`It was ignored: this session uses no nonces.`,
          })
    }
    if (nonce.state === 'other_role')
      return notApplicable(say`The nonce is from the other server; see vci.dpop.nonce_role.`)
    if (nonce.state === 'absent') {
      if (offeredAt === null)
        return history.lost?.nonceOf === role
          ? notObserved(say`The response with the nonce may have got lost when this service restarted.`)
          : notApplicable(say`This server has not sent a nonce in this session yet.`)
      // RFC 9449 section 4.3 item 10 allows a refusal, but by default simple test clients should still be able to
      // finish.
      const error = policy === 'required' ? 'use_dpop_nonce' : null
      return violated({ expected: say`the last nonce`, actual: bare.noNonce, error })
    }
    if (!('window' in nonce)) {
      const actual = nonce.state === 'unknown' ? say`an unknown value` : say`not a string`
      return violated({ expected: say`a nonce from this server`, actual })
    }
    if (offeredAt === null || nonce.window >= nonceWindow(offeredAt)) return pass(word(nonce.state))
    return nonce.state === 'stale'
      ? violated({ expected: say`the last nonce`, actual: say`an expired one` })
      : tolerated({ expected: say`the last nonce`, actual: say`an older one that is still accepted` })
  }),
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopKeyBoundToCode = defineCheck<DpopReading>('vci.dpop.key_bound_to_code', {
  title: 'The token request is made with the DPoP key that the authorization code is bound to',
  problem: 'The authorization code is bound to a different DPoP key from the one that signed the proof',
  clauses: ['RFC9449-10', 'RFC9449-10.1'],
  level: 'must',
  rejects: 'invalid_grant',
  needs: ['vci.dpop.signature'],
  concerns: ['code', 'dpop_proof'],
  impossibleIn: ['pre_authorized_code'],
  judges: { token: 'dpop', member: 'thumbprint' },
  why: 'It prevents an attacker who intercepted the code from redeeming it with another key.',
  hint: 'Use one DPoP key from the pushed authorization request to the token request.',
  run: onProof(({ thumbprint }, { role, boundThumbprint }) => {
    if (role === 'rs' || boundThumbprint === null)
      return notApplicable(say`No authorization code is bound to a key here.`)
    return thumbprint === boundThumbprint
      ? pass(quote(thumbprint))
      : violated({ expected: { thumbprint: quote(boundThumbprint) }, actual: { thumbprint: quote(thumbprint) } })
  }),
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onProofWithToken } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopKeyBoundToToken = defineCheck<DpopReading>('vci.dpop.key_bound_to_token', {
  title: 'The DPoP proof is made with the key that the access token is bound to',
  problem: 'The access token is bound to a different DPoP key from the one that signed the proof',
  clauses: ['RFC9449-4.3', 'RFC9449-6.1', 'RFC9449-7.1'],
  level: 'must',
  rejects: 'invalid_token',
  needs: ['vci.dpop.signature'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'thumbprint' },
  why: 'This is what makes a stolen token useless.',
  hint: 'Sign with the same key as at the token endpoint; keep it for the life of the token.',
  run: onProofWithToken(({ thumbprint }, { boundThumbprint }) => {
    if (boundThumbprint === null) return notApplicable(say`There is no readable token that is bound to a key.`)
    return thumbprint === boundThumbprint
      ? pass(quote(thumbprint))
      : violated({ expected: { thumbprint: quote(boundThumbprint) }, actual: { thumbprint: quote(thumbprint) } })
  }),
})

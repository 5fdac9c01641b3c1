import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopJwkPublic = defineCheck<DpopReading>('vci.dpop.jwk_public', {
  title: 'The key in the DPoP proof has no private members',
  problem: 'The jwk of the DPoP proof holds private key material',
  clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: send the public members only and replace the key.`,
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'header.jwk' },
  why: 'A private key that was sent is no longer private, so its signatures cannot be trusted.',
  hint: 'Export only kty, crv, x and y into the header, and stop using this key: it has been disclosed.',
  run: onProof(({ jwk }) => {
    if (!jwk.present) return notObserved(say`The proof carries no jwk.`)
    return jwk.privateMembers.length === 0
      ? pass()
      : violated({ expected: say`no private member`, actual: { private_members: jwk.privateMembers.map(quote) } })
  }),
})

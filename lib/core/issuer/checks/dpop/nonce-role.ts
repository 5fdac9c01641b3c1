import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopNonceRole = defineCheck<DpopReading>('vci.dpop.nonce_role', {
  title: 'The DPoP nonce comes from the server it is sent to',
  problem: 'The nonce in the DPoP proof came from the other server',
  clauses: ['RFC9449-9', 'RFC9449-8'],
  // Section 9 uses a lower-case 'should', which is not a normative requirement.
  level: 'should',
  rejects: 'use_dpop_nonce',
  refusal: (problem) => `${problem}: use the one in the DPoP-Nonce header of this response.`,
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  impossibleIn: ['no_dpop_nonce'],
  judges: { token: 'dpop', member: 'claims.nonce' },
  why: "Authorization server and credential issuer issue nonces independently and do not accept each other's.",
  hint: 'Keep one nonce per server: one for the token endpoint, one for the credential and nonce endpoints.',
  run: onProof(({ nonce }, { policy, role }) => {
    if (policy === 'off') return notApplicable(say`This session uses no DPoP nonces; a nonce is ignored.`)
    if (nonce.state === 'absent') return notObserved(say`The proof carries no nonce.`)
    const names = { as: 'authorization server', rs: 'credential issuer' } as const
    return nonce.state === 'other_role'
      ? violated({
          expected: say`a nonce of the ${word(names[role])}`,
          actual: say`a nonce of the ${word(names[role === 'as' ? 'rs' : 'as'])}`,
        })
      : pass()
  }),
})

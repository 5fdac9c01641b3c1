import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { unreadableToken } from '../../judgements/unreadable-token'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopWellformed = defineCheck<DpopReading>('vci.dpop.wellformed', {
  title: 'The DPoP proof is a well-formed JWT',
  problem: 'The DPoP header is not a well-formed JWT',
  clauses: ['RFC9449-4.3', 'RFC7515-7.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: send a compact JWS with a JSON header and JSON claims.`,
  needs: ['vci.dpop.header_present'],
  concerns: ['dpop_proof'],
  why: 'A proof that cannot be decoded proves nothing.',
  hint: 'Send the JWT in compact form: three base64url parts without padding, separated by dots, nothing around them.',
  run: ({ proof, unreadable }) => {
    if (proof !== null) return pass()
    if (unreadable === null) return notObserved(say`The request carries no DPoP header.`)
    return violated({
      ...unreadableToken(say`The DPoP proof`, unreadable, say`a compact JWS with JSON header and claims`),
      refusal: `The DPoP header does not contain a readable JWT. ${unreadable.reason}`,
    })
  },
})

import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { say } from '../../../../ground/values/wording'
import { unreadableToken } from '../../../judgements/unreadable-token'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtParse = defineCheck<ProofsReading>('vci.proof.jwt.parse', {
  title: 'The jwt proof is a well-formed JWT',
  problem: 'The proof is not a well-formed JWT',
  clauses: ['OID4VCI-1FINALA-F.1', 'RFC7515-7.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: (problem) => `${problem}: send a compact JWS with a JSON header and JSON claims.`,
  why: 'A proof that cannot be decoded does not prove possession of a key.',
  hint: 'Send the JWT in compact form: three base64url parts without padding, separated by dots.',
  run: ({ jwt: reading }) => {
    if (reading === null) return notApplicable(say`The request carries no jwt proof.`)
    const { unreadable } = reading
    return unreadable === null
      ? pass()
      : violated({
          ...unreadableToken(say`The proof`, unreadable, say`a compact JWS with JSON header and claims`),
          refusal: `The proof is not a readable JWT. ${unreadable.reason}`,
        })
  },
})

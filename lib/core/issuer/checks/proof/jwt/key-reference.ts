import { defineCheck, pass, violated } from '../../../../engine/checks/check'
import { quote, say, word } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtKeyReference = defineCheck<ProofsReading>('vci.proof.jwt.key_reference', {
  title: 'The jwt proof names its key by exactly one of kid, jwk and x5c, and the key can be found',
  problem: 'The proof does not name its key by exactly one of kid, jwk and x5c',
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal:
    'The proof must name its key by exactly one of the header parameters kid, jwk and x5c, and it must be found.',
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.kid' },
  why: 'The credential is bound to this key, so the key must be unambiguous.',
  hint: 'Send the public key as jwk, or the index of the key within attested_keys as kid; never two of the three.',
  run: onJwtProof(({ references, key, unresolved }) => {
    if (references.length > 1) return violated({ expected: say`one of kid, jwk, x5c`, actual: references.map(word) })
    if (key === null) {
      return violated({
        expected: say`a key that can be found`,
        actual: { parameters: references.map(word), reason: quote(unresolved) },
        hint: quote(unresolved) ?? say`Send the public key as jwk.`,
        ...(unresolved !== null && { refusal: `The key of the proof cannot be found. ${unresolved}` }),
      })
    }
    return pass(word(key.via))
  }),
})

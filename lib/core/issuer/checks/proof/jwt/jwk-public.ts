import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { quote, say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtJwkPublic = defineCheck<ProofsReading>('vci.proof.jwt.jwk_public', {
  title: 'The key in the jwt proof has no private members',
  problem: 'The jwk of the proof holds private key material',
  clauses: ['OID4VCI-1FINALA-F.4'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: (problem) => `${problem}: send the public members only and replace the key.`,
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'header.jwk' },
  why: 'A private key that was sent is no longer private, so no credential may be bound to it.',
  hint: 'Export only kty, crv, x and y into the header, and stop using this key: it has been disclosed.',
  run: onJwtProof(({ header, key }) => {
    if (header.jwk === undefined || key?.via !== 'jwk')
      return notApplicable(say`The proof does not carry its key as jwk.`)
    const { privateMembers } = key.jwk
    return privateMembers.length === 0
      ? pass()
      : violated({ expected: say`no private member`, actual: { private_members: privateMembers.map(quote) } })
  }),
})

import { blockedBy, defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { unreadableToken } from '../../judgements/unreadable-token'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationPresent = defineCheck<ProofsReading>('vci.key_attestation.present', {
  title: 'The proof comes with a readable key attestation where the issuer demands one',
  problem: 'A key attestation is required',
  clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.1', 'RFC7515-4', 'RFC7519-4', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: (problem) =>
    `${problem}: send one as a JWT in the key_attestation header parameter or as an attestation proof.`,
  judges: { token: 'proof_jwt', member: 'header.key_attestation' },
  why: 'Without it the issuer does not know how the keys are protected and may not bind a PID to them.',
  hint: 'Put the key attestation of your wallet provider, a compact JWT, as a string into the header of the proof.',
  run: ({ keyAttestation: reading, jwt }) => {
    if (reading === null) return notApplicable(say`The request carries no proof that could have a key attestation.`)
    if (reading.value === 'readable') return pass()
    if (jwt !== null && jwt.jwt === null) return blockedBy('vci.proof.jwt.parse')
    if (reading.value === 'absent') {
      return reading.conditions.demanded
        ? violated({
            expected: say`key_attestation`,
            actual: null,
            cause: say`The proof has no key attestation, which this credential configuration demands`,
          })
        : notApplicable(say`This credential configuration demands no key attestation.`)
    }
    const expected = say`a compact JWS as a string`
    if (reading.unreadable === null) return violated({ expected, actual: say`not a string` })
    return violated({
      ...unreadableToken(say`The key attestation`, reading.unreadable, expected),
      refusal: `The key attestation is not a JWT that can be read. ${reading.unreadable.reason}`,
    })
  },
})

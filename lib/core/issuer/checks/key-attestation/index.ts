import type { Check } from '../../../engine/checks/check'
import { advisoryUnlessDemanded, onEachProof } from '../../judgements/proofs'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { attestedKeys } from './keys'
import { keyAttestation } from './token'

/** The key attestation in the order of answers; its nonce comes last, for `invalid_nonce` comes after `invalid_proof`. */
export const keyAttestationChecks: readonly Check<ProofsReading>[] = [
  ...Object.values(keyAttestation),
  ...Object.values(attestedKeys),
]
  .map(advisoryUnlessDemanded)
  // Only one proof of a batch can be signed by the first of the attested keys.
  .map((check) => (check.id === attestedKeys.proof_key_first.id ? check : onEachProof(check)))

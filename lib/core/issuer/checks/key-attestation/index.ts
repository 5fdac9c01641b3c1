import type { Check } from '../../../engine/checks/check'
import { advisoryUnlessDemanded, onEachProof } from '../../judgements/proofs'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { attestedKeys } from './keys'
import { keyAttestation } from './token'
import { keyUnit } from './unit'

/**
 * Key attestation checks in order of refusal; the nonce comes last, because `invalid_nonce` follows `invalid_proof`.
 */
export const keyAttestationChecks: readonly Check<ProofsReading>[] = [
  ...Object.values(keyAttestation),
  ...Object.values(attestedKeys),
]
  .map(advisoryUnlessDemanded)
  // The first attested key can sign only one proof of a batch.
  .map((check) => (check.id === attestedKeys.proof_key_first.id ? check : onEachProof(check)))
  .concat(Object.values(keyUnit).map(onEachProof))

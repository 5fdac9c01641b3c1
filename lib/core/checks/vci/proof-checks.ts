import type { ProofsReading } from '../../oid4vci/proof/proofs-reading'
import type { Check } from '../check'
import { keyAttestationChecks } from './key-attestation'
import { proofNonceChecks } from './nonce'
import { jwtProofChecks } from './proof-jwt'

/**
 * Everything about the proof of a credential request, in the order of answers: every reason for `invalid_proof` comes
 * before every reason for `invalid_nonce`, so that a wallet does not fetch new nonces for a proof that is wrong anyway.
 */
export const proofChecks: readonly Check<ProofsReading>[] = [
  ...jwtProofChecks,
  ...keyAttestationChecks,
  ...proofNonceChecks,
]

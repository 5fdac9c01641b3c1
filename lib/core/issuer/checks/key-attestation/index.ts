import type { Check } from '../../../engine/checks/check'
import { advisoryUnlessDemanded } from '../../judgements/advisory-unless-demanded'
import { onEachProof } from '../../judgements/on-each-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { keyAttestationAlg } from './alg'
import { keyAttestationAttestedKeys } from './attested-keys'
import { keyAttestationAttestedKeysCount } from './attested-keys-count'
import { keyAttestationAttestedKeysDistinct } from './attested-keys-distinct'
import { keyAttestationCertificationStatus } from './certification-status'
import { keyAttestationExpPresent } from './exp-present'
import { keyAttestationExpValid } from './exp-valid'
import { keyAttestationIat } from './iat'
import { keyAttestationKeyStorage } from './key-storage'
import { keyAttestationKeyStorageLevel } from './key-storage-level'
import { keyAttestationNonce } from './nonce'
import { keyAttestationNonceSameAsProof } from './nonce-same-as-proof'
import { keyAttestationNotExpiredBeforeCredential } from './not-expired-before-credential'
import { keyAttestationNotNeeded } from './not-needed'
import { keyAttestationPresent } from './present'
import { keyAttestationProofKeyAttested } from './proof-key-attested'
import { keyAttestationProofKeyFirst } from './proof-key-first'
import { keyAttestationProviderListed } from './provider-listed'
import { keyAttestationSignature } from './signature'
import { keyAttestationTrusted } from './trusted'
import { keyAttestationTyp } from './typ'
import { keyAttestationUserAuthentication } from './user-authentication'
import { keyAttestationUserAuthenticationLevel } from './user-authentication-level'
import { keyAttestationX5c } from './x5c'

/** The key attestation in the order of answers; its nonce comes last, for `invalid_nonce` comes after `invalid_proof`. */
export const keyAttestationChecks: readonly Check<ProofsReading>[] = [
  keyAttestationPresent,
  keyAttestationNotNeeded,
  keyAttestationTyp,
  keyAttestationAlg,
  keyAttestationX5c,
  keyAttestationSignature,
  keyAttestationTrusted,
  keyAttestationProviderListed,
  keyAttestationIat,
  keyAttestationExpPresent,
  keyAttestationExpValid,
  keyAttestationAttestedKeys,
  keyAttestationProofKeyAttested,
  keyAttestationKeyStorageLevel,
  keyAttestationUserAuthenticationLevel,
  keyAttestationAttestedKeysDistinct,
  keyAttestationAttestedKeysCount,
  keyAttestationProofKeyFirst,
  keyAttestationKeyStorage,
  keyAttestationUserAuthentication,
  keyAttestationCertificationStatus,
  keyAttestationNotExpiredBeforeCredential,
  keyAttestationNonceSameAsProof,
  keyAttestationNonce,
]
  .map(advisoryUnlessDemanded)
  // Only one proof of a batch can be signed by the first of the attested keys.
  .map((check) => (check.id === keyAttestationProofKeyFirst.id ? check : onEachProof(check)))

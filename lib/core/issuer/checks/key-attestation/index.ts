import type { Check } from '../../../engine/checks/check'
import { advisoryUnlessDemanded } from '../../judgements/advisory-unless-demanded'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { alg } from './alg'
import { attestedKeys } from './attested-keys'
import { attestedKeysCount } from './attested-keys-count'
import { attestedKeysDistinct } from './attested-keys-distinct'
import { certificationStatus } from './certification-status'
import { expPresent } from './exp-present'
import { expValid } from './exp-valid'
import { iat } from './iat'
import { keyStorage } from './key-storage'
import { keyStorageLevel } from './key-storage-level'
import { nonce } from './nonce'
import { nonceSameAsProof } from './nonce-same-as-proof'
import { notExpiredBeforeCredential } from './not-expired-before-credential'
import { notNeeded } from './not-needed'
import { present } from './present'
import { proofKeyAttested } from './proof-key-attested'
import { proofKeyFirst } from './proof-key-first'
import { signature } from './signature'
import { trusted } from './trusted'
import { typ } from './typ'
import { userAuthentication } from './user-authentication'
import { userAuthenticationLevel } from './user-authentication-level'
import { x5c } from './x5c'

/** The key attestation in the order of answers; its nonce comes last, for `invalid_nonce` comes after `invalid_proof`. */
export const keyAttestationChecks: readonly Check<ProofsReading>[] = [
  present,
  notNeeded,
  typ,
  alg,
  x5c,
  signature,
  trusted,
  iat,
  expPresent,
  expValid,
  attestedKeys,
  proofKeyAttested,
  keyStorageLevel,
  userAuthenticationLevel,
  attestedKeysDistinct,
  attestedKeysCount,
  proofKeyFirst,
  keyStorage,
  userAuthentication,
  certificationStatus,
  notExpiredBeforeCredential,
  nonceSameAsProof,
  nonce,
].map(advisoryUnlessDemanded)

import type { Check } from '../../../engine/checks/check'
import type { CredentialReading } from '../../read/credential-reading'
import { credentialConfigurationAsOffered } from './configuration-as-offered'
import { credentialConfigurationKnown } from './configuration-known'
import { credentialContentType } from './content-type'
import { credentialJsonObject } from './json-object'
import { credentialNoDuplicateMembers } from './no-duplicate-members'
import { credentialNoLegacyMembers } from './no-legacy-members'
import { credentialOneIdentifier } from './one-identifier'
import { credentialProofTypeSupported } from './proof-type-supported'
import { credentialProofsCount } from './proofs-count'
import { credentialProofsOneType } from './proofs-one-type'
import { credentialProofsPresent } from './proofs-present'
import { credentialTokenInHeader } from './token-in-header'
import { credentialTokenValid } from './token-valid'
import { credentialUnknownMembers } from './unknown-members'
import { credentialUsesConfigurationId } from './uses-configuration-id'

/** Judged before DPoP: where the token was sent. */
export const credentialTokenPlaceChecks: readonly Check<CredentialReading>[] = [credentialTokenInHeader]

/** Judged with the scheme, before the DPoP proof: whether the token is valid. */
export const credentialTokenChecks: readonly Check<CredentialReading>[] = [credentialTokenValid]

/** Judged after DPoP: the declared type of the body. */
export const credentialMediaTypeChecks: readonly Check<CredentialReading>[] = [credentialContentType]

/** Judged after that and after decryption: the body, except the content of the proofs. */
export const credentialBodyChecks: readonly Check<CredentialReading>[] = [
  credentialJsonObject,
  credentialNoDuplicateMembers,
  credentialOneIdentifier,
  credentialUsesConfigurationId,
  credentialConfigurationKnown,
  credentialConfigurationAsOffered,
  credentialProofsPresent,
  credentialProofsOneType,
  credentialProofsCount,
  credentialProofTypeSupported,
  credentialNoLegacyMembers,
  credentialUnknownMembers,
]

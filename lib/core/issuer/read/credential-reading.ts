import type { LaboratoryOptions } from '../../ground/ports/laboratory'
import type { IssuanceSession } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import type { IssuerConfiguration } from '../configurations/issuer-configuration'
import type { RequiredEncryption } from '../configurations/laboratory/encryption-options'
import type { IdentifiersReading } from './credential-identifiers'
import type { ResponseEncryptionReading } from './encryption/read-response-encryption'
import type { DpopReading } from './oauth/dpop/dpop-reading'
import type { AccessTokenReading } from './oauth/read-access-token'
import type { ProofsReading } from './proof/proofs-reading'
import type { ProofHeaderKey } from './proof/read-proof-header-keys'
import type { CredentialBodyReading } from './read-credential-body'

/** A credential request, as far as it can be read. */
export interface CredentialReading {
  readonly now: EpochMillis
  /** What the issuer offers, and asks of a wallet. */
  readonly issuer: Omit<IssuerConfiguration, 'id'>
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly body: CredentialBodyReading
  /** How it names its dataset. */
  readonly identifiers: IdentifiersReading
  readonly proofs: ProofsReading
  /** Keys that the wallet sent as `jwk` in the header of a proof, proven or not. */
  readonly proofHeaderKeys: readonly ProofHeaderKey[]
  /** What the metadata require a wallet to encrypt. */
  readonly requiredEncryption: RequiredEncryption
  /** The requested encryption of the response; `null` if none was requested. */
  readonly responseEncryption: ResponseEncryptionReading | null
  /** Thumbprints of the response encryption keys in earlier requests of the session. */
  readonly earlierResponseKeys: readonly string[]
  /** Ids of the credential configurations in the metadata. */
  readonly advertised: readonly string[]
  /** Keys of `proof_types_supported`; empty where the credential is bound to no key. */
  readonly proofTypes: readonly string[]
  /** How the issuer gives several credentials at once; `null` if it does not. */
  readonly batch: LaboratoryOptions['batch']
  /** How many credentials its policy asks a wallet for; `null` without a policy. */
  readonly reusePolicy: LaboratoryOptions['reuse_policy']
  readonly session: IssuanceSession | null
}

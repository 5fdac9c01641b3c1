import type { IssuanceSession } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import type { IssuerConfiguration } from '../configurations/issuer-configuration'
import type { ResponseEncryptionReading } from './encryption/read-response-encryption'
import type { DpopReading } from './oauth/dpop/dpop-reading'
import type { AccessTokenReading } from './oauth/read-access-token'
import type { ProofsReading } from './proof/proofs-reading'
import type { ProofHeaderKey } from './proof/read-proof-header-keys'
import type { CredentialBodyReading } from './read-credential-body'

/** A credential request, read as far as it goes. */
export interface CredentialReading {
  readonly now: EpochMillis
  readonly issuer: IssuerConfiguration
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly body: CredentialBodyReading
  readonly proofs: ProofsReading
  /** Keys that the wallet sent as `jwk` in the header of a proof, proven or not. */
  readonly proofHeaderKeys: readonly ProofHeaderKey[]
  /** How the answer is to be encrypted; `null` when that was not asked for. */
  readonly responseEncryption: ResponseEncryptionReading | null
  /** Thumbprints of the keys that earlier requests of the session gave for their answers. */
  readonly earlierResponseKeys: readonly string[]
  /** Ids of the configurations that the metadata announces. */
  readonly advertised: readonly string[]
  /** Keys of `proof_types_supported`. */
  readonly proofTypes: readonly string[]
  readonly session: IssuanceSession | null
}

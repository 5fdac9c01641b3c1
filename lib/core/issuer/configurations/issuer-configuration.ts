import type { CredentialConfiguration, LocalizedText } from '../../shared/formats/credential-format'
import type { IssuerConfigurationId } from '../../shared/ports/ids'

type ProofType = 'jwt' | 'attestation'

/** An issuer of this service. To add one, add a file here and a line in index.ts. */
export interface IssuerConfiguration {
  readonly id: IssuerConfigurationId
  /** `compliance` of the catalogue; clients compare it as a string. */
  readonly compliance: string
  readonly name: string
  readonly description: string
  /** Shown to testers before they use it. */
  readonly warning?: string
  readonly display: LocalizedText
  readonly proofTypes: readonly [ProofType, ...ProofType[]]
  /** Whether holder keys must be covered by a key attestation. OID4VCI-1FINAL-12.2.4 */
  readonly keyAttestationsRequired: boolean
  /** Upper bound of credentials in one response: one per attested key. OID4VCI-1FINAL-14.6 */
  readonly credentialsPerResponseMax: number
  /** Whether the issuer claims HAIP conformance; otherwise findings of profile `haip` are capped at `warn`. */
  readonly claimsHaip: boolean
  /** The first is a session's default. */
  readonly credentialConfigurations: readonly [CredentialConfiguration, ...CredentialConfiguration[]]
}

/** Brands the id of a configuration file. Only files of this folder create ids. */
export const newIssuerConfigurationId = (id: string): IssuerConfigurationId => id as IssuerConfigurationId

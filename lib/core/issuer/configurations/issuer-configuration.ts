import type { CredentialConfiguration, LocalizedText } from '../../ground/formats/credential-format'
import type { IssuerConfigurationId } from '../../ground/ports/ids'

type ProofType = 'jwt' | 'attestation'

/** An issuer of this service. To add one, add a file here and a line in index.ts. */
export interface IssuerConfiguration {
  readonly id: IssuerConfigurationId
  /** `compliance` of the catalogue; tools compare it. */
  readonly compliance: string
  readonly name: string
  readonly description: string
  /** What a tester should know before using it. */
  readonly warning?: string
  readonly display: LocalizedText
  readonly proofTypes: readonly [ProofType, ...ProofType[]]
  /** Whether a key attestation must cover the holder keys. OID4VCI-1FINAL-12.2.4 */
  readonly keyAttestationsRequired: boolean
  /** Maximum number of credentials in one response: one for each attested key, up to this. OID4VCI-1FINAL-14.6 */
  readonly credentialsPerResponseMax: number
  /** Whether it claims conformance to HAIP; if not, findings of profile `haip` are capped at `warn`. */
  readonly claimsHaip: boolean
  /** The first is the default for a session. */
  readonly credentialConfigurations: readonly [CredentialConfiguration, ...CredentialConfiguration[]]
}

/** Brands the id of a configuration file. Only files of this folder create ids. */
export const newIssuerConfigurationId = (id: string): IssuerConfigurationId => id as IssuerConfigurationId

import type { CredentialConfiguration, LocalizedText } from '../../ground/formats/credential-configuration'
import type { IssuerConfigurationId } from '../../ground/ports/ids'

type ProofType = 'jwt' | 'attestation'

/** An issuer that this service plays. Adding one is a file beside this and a line in index.ts. */
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
  /** Holder keys must be vouched for by a key attestation. OID4VCI-1FINAL-12.2.4 */
  readonly keyAttestationsRequired: boolean
  /** Most credentials that one response holds: one for each attested key up to this number. OID4VCI-1FINAL-14.6 */
  readonly credentialsPerResponseMax: number
  /** Claims conformance to HAIP; when not, findings of profile `haip` are capped at `warn`. */
  readonly claimsHaip: boolean
  /** The first one is the default of a session. */
  readonly credentialConfigurations: readonly [CredentialConfiguration, ...CredentialConfiguration[]]
}

/** Marks the id of a configuration file as such. Only files of this folder name new ids. */
export const newIssuerConfigurationId = (id: string): IssuerConfigurationId => id as IssuerConfigurationId

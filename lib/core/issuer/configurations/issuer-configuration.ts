import type { IssuerConfigurationId } from '../../ground/ports/ids'

/** Text in one of the languages that our metadata speaks. */
export interface LocalizedText {
  readonly en: string
  readonly it: string
}

/** What is issued, in the words of its format. OID4VCI-1FINALA-A.2.2, OID4VCI-1FINALA-A.3.2 */
export type CredentialType =
  | { readonly format: 'dc+sd-jwt'; readonly vct: string }
  | { readonly format: 'mso_mdoc'; readonly doctype: string }

/** One entry of `credential_configurations_supported`. */
export type CredentialConfiguration = CredentialType & {
  /** Key of the entry, and its `scope`: each scope stands for one configuration of one issuer. HAIP-4.1 */
  readonly id: string
  readonly name: LocalizedText
}

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

import type { CredentialConfiguration, CredentialType } from '../issuers/issuer-configuration'
import type { JsonObject } from '../json'
import type { PidAttribute, PidValue } from '../pid/attribute'
import type { Random, Sha256, Signer } from '../ports'
import type { EpochMillis } from '../time'

/** A claims description of `credential_metadata`. OID4VCI-1FINALA-B.2 */
export interface ClaimDescription {
  path: string[]
  mandatory: boolean
  display: { name: string; locale: string }[]
}

/** Everything that issuing one credential takes. */
export interface IssueInput {
  readonly configuration: CredentialConfiguration
  /** What the credential says. */
  readonly subject: readonly PidValue[]
  /** The key it is bound to; only its public members get into the credential. */
  readonly holderJwk: Readonly<Record<string, unknown>>
  readonly signer: Signer
  /** Credential Issuer Identifier. */
  readonly issuer: string
  readonly now: EpochMillis
  readonly random: Random
  readonly sha256: Sha256
}

/** A kind of credential. Adding one is a folder beside this and a line in index.ts. */
export interface CredentialFormat {
  readonly format: CredentialType['format']
  /** Members of `credential_configurations_supported` that are this format's own, `format` included. */
  metadata(configuration: CredentialConfiguration): JsonObject
  /** Claims descriptions of these attributes, in their order. */
  claims(attributes: readonly PidAttribute[]): ClaimDescription[]
  /** The credential as the string of the credential response. Rejects when the configuration is of another format. */
  issue(input: IssueInput): Promise<string>
}

import type { CredentialQuery } from '../dcql/dcql-query'
import type { QueryMatch } from '../dcql/dcql-reading'
import type { MatchBudget } from '../dcql/match-budget'
import type { PidAttribute, PidValue } from '../pid/attributes'
import type { IssuerKeys } from '../ports/keys'
import type { Digest, Random, Sha256, Signer } from '../ports/ports'
import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { OwnCredential } from './own-credential'
import type { PresentationInput, PresentationReading } from './reading-of-presentation'

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
  /** What it says where it is no test PID. */
  readonly own?: OwnCredential
}

/** Whether its credentials are bound to a key of the wallet, which proves that it has it. OID4VCI-1FINAL-12.2.4 */
export const isBound = ({ own }: Pick<CredentialConfiguration, 'own'>): boolean => own?.bound !== false

/** A presentation that was read, and the query that it answers. */
export interface MatchInput {
  readonly query: CredentialQuery
  /** Place in the array of the VP Token. */
  readonly index: number
  readonly reading: PresentationReading
  /** Other credential queries that this very credential answers too: what they ask for may be revealed. OID4VP-1FINAL-6.4 */
  readonly alsoAnswers: readonly CredentialQuery[]
  /** Shared by all presentations of the answer. */
  readonly budget: MatchBudget
}

/** Members of an entry of `credential_configurations_supported` that are a format's own. */
type FormatMetadata = CredentialType & {
  /** Absent where credentials are bound to no key. */
  readonly cryptographic_binding_methods_supported?: string[]
  /** JOSE names, or COSE numbers for mdoc. */
  readonly credential_signing_alg_values_supported: (string | number)[]
}

/** A claims description of `credential_metadata`. OID4VCI-1FINALA-B.2 */
export type ClaimDescription = {
  path: (string | null)[]
  mandatory: boolean
  display: { name: string; locale: string }[]
}

/** Everything that issuing one credential takes. */
export interface IssueInput {
  readonly configuration: CredentialConfiguration
  /** What the credential says, unless its configuration has content of its own. */
  readonly subject: readonly PidValue[]
  /** The key it is bound to; only its public members get into the credential. `null` for one that is bound to none. */
  readonly holderJwk: Readonly<Record<string, unknown>> | null
  readonly signer: Signer
  /** Credential Issuer Identifier. */
  readonly issuer: string
  readonly now: EpochMillis
  /** End of its validity, where that is not the usual one. */
  readonly expiresAt?: EpochMillis
  /** What `status` says, where the credential has one. TSL14-6.1 */
  readonly status?: JsonObject
  readonly random: Random
  readonly sha256: Sha256
  readonly digest: Digest
}

/** A credential that was issued. */
export interface IssuedCredential {
  /** The string of the credential response. */
  readonly text: string
  /**
   * What it was made of, for evidence to show without reading it again: header and claims of its signed part, and what
   * `describe` says of it. `null` where that is to be read.
   */
  readonly made: {
    readonly header: Readonly<Record<string, unknown>>
    readonly claims: Readonly<Record<string, unknown>>
    readonly says: JsonObject
  } | null
}

/** A kind of credential. Adding one is a folder beside this and a line in index.ts. */
export interface CredentialFormat {
  readonly format: CredentialType['format']
  /** Which of the issuer's keys signs it. */
  readonly signedWith: keyof Pick<IssuerKeys, 'credential' | 'mdoc'>
  /** Throws when the configuration is of another format. */
  metadata(configuration: CredentialConfiguration): FormatMetadata
  /** Claims descriptions of these attributes, in their order. */
  claims(attributes: readonly PidAttribute[]): ClaimDescription[]
  /** Claims descriptions of content that a tester made up. */
  ownClaims(own: OwnCredential): ClaimDescription[]
  /** Makes a credential. Rejects when the configuration is of another format. */
  issue(input: IssueInput): Promise<IssuedCredential>
  /**
   * What a credential says, for the evidence: `kind` and members of the format's own. Nothing that it could be put
   * together from again. `null` for anything that is not of this format. Never throws.
   */
  describe(credential: string): JsonObject | null
  /** Everything there is to know about a presentation of this format, all errors at once. Rejects only when a port does. */
  readPresentation(presentation: string, input: PresentationInput): Promise<PresentationReading>
  /** How a presentation relates to a query; `null` when its claims could not be read. Never throws. */
  matchQuery(input: MatchInput): QueryMatch | null
}

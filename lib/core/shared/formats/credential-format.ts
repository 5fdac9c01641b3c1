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

/** Text in the languages of our metadata. */
export interface LocalizedText {
  readonly en: string
  readonly it: string
}

/** The type of an issued credential, in the terms of its format. OID4VCI-1FINALA-A.2.2, OID4VCI-1FINALA-A.3.2 */
export type CredentialType =
  | { readonly format: 'dc+sd-jwt'; readonly vct: string }
  | { readonly format: 'mso_mdoc'; readonly doctype: string }

/** One entry of `credential_configurations_supported`. */
export type CredentialConfiguration = CredentialType & {
  /** Key of the entry and its `scope`, which belongs to one configuration of one issuer. HAIP-4.1 */
  readonly id: string
  readonly name: LocalizedText
  /** Content defined by a tester; absent for the test PID. */
  readonly own?: OwnCredential
}

/** Whether its credentials are bound to a key that the wallet proves to hold. OID4VCI-1FINAL-12.2.4 */
export const isBound = ({ own }: Pick<CredentialConfiguration, 'own'>): boolean => own?.bound !== false

/** A date of a mobile security object. ISO18013-5-9.1.2.4 */
export type MdocDateName = 'signed' | 'validFrom' | 'validUntil'

/** A presentation reading and the query that it answers. */
export interface MatchInput {
  readonly query: CredentialQuery
  /** Index in the array of the VP Token. */
  readonly index: number
  readonly reading: PresentationReading
  /** Types that the presented one extends; `null` or absent if its metadata are not known here. SDJWTVC19-5.4 */
  readonly extendedTypes?: readonly string[] | null
  /**
   * Other credential queries that the same credential answers: claims that they request may be revealed.
   * OID4VP-1FINAL-6.4
   */
  readonly alsoAnswers: readonly CredentialQuery[]
  /** Shared by all presentations of the response. */
  readonly budget: MatchBudget
}

/** Format-specific members of an entry of `credential_configurations_supported`. */
type FormatMetadata = CredentialType & {
  /** Absent if credentials are not key-bound. */
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

/** Input for issuing one credential. */
export interface IssueInput {
  readonly configuration: CredentialConfiguration
  /** Attributes of the subject; unused if the configuration has content of its own. */
  readonly subject: readonly PidValue[]
  /** The key to bind to, of which only public members enter the credential; `null` for an unbound credential. */
  readonly holderJwk: Readonly<Record<string, unknown>> | null
  readonly signer: Signer
  /** Credential Issuer Identifier. */
  readonly issuer: string
  readonly now: EpochMillis
  /** End of validity, if not the default. */
  readonly expiresAt?: EpochMillis
  /** Modifies the text of a date in the mobile security object of an mdoc, given its name, text and instant. */
  readonly mdocDate?: (name: MdocDateName, text: string, at: EpochMillis) => string
  /** The `vct#integrity` claim: the hash of the metadata of its type, where the issuer hosts them. SDJWTVC-7 */
  readonly typeIntegrity?: string
  /** The `status` claim, if any. TSL14-6.1 */
  readonly status?: JsonObject
  readonly random: Random
  readonly sha256: Sha256
  readonly digest: Digest
}

/** An issued credential. */
export interface IssuedCredential {
  /** As in the credential response. */
  readonly text: string
  /**
   * Header and claims of the signed part and the result of `describe`, so that evidence need not read the credential
   * again. `null` if it must be read.
   */
  readonly made: {
    readonly header: Readonly<Record<string, unknown>>
    readonly claims: Readonly<Record<string, unknown>>
    readonly says: JsonObject
  } | null
}

/** A credential format. To add one, add a folder here and a line in index.ts. */
export interface CredentialFormat {
  readonly format: CredentialType['format']
  /** The issuer key that signs it. */
  readonly signedWith: keyof Pick<IssuerKeys, 'credential' | 'mdoc'>
  /** Throws if the configuration is of another format. */
  metadata(configuration: CredentialConfiguration): FormatMetadata
  /** Claims descriptions of these attributes, in order. */
  claims(attributes: readonly PidAttribute[]): ClaimDescription[]
  /** Claims descriptions of content defined by a tester. */
  ownClaims(own: OwnCredential): ClaimDescription[]
  /** Issues a credential. Rejects if the configuration is of another format. */
  issue(input: IssueInput): Promise<IssuedCredential>
  /**
   * Describes a credential for evidence: `kind` and format-specific members, without anything from which the credential
   * could be rebuilt. `null` for anything else. Never throws.
   */
  describe(credential: string): JsonObject | null
  /** Reads a presentation and collects all its errors. Rejects only if a port does. */
  readPresentation(presentation: string, input: PresentationInput): Promise<PresentationReading>
  /** Compares a presentation with a query; `null` if its claims could not be read. Never throws. */
  matchQuery(input: MatchInput): QueryMatch | null
}

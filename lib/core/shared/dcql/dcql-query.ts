import type { JsonObject } from '../values/json'

/**
 * A DCQL query as far as it can be understood. Invalid parts are left out; `validateDcqlQuery` reports them.
 * OID4VP-1FINAL-6
 */
export interface DcqlQuery {
  /** In query order. Only the first of several with the same id. */
  readonly credentials: readonly CredentialQuery[]
  /** `null` if the query has no usable `credential_sets`: then every credential is requested. OID4VP-1FINAL-6.4.2 */
  readonly credentialSets: readonly CredentialSetQuery[] | null
  /** False if a credential query or a set had to be left out. */
  readonly whole: boolean
}

/** One requested credential. OID4VP-1FINAL-6.1 */
export interface CredentialQuery {
  readonly id: string
  /** As written; may be a format that is not verified here. */
  readonly format: string
  readonly multiple: boolean
  /** `require_cryptographic_holder_binding`; defaults to true. */
  readonly holderBinding: boolean
  readonly type: WantedType
  readonly trustedAuthorities: readonly TrustedAuthoritiesQuery[]
  /** `null` if absent: no selectively disclosable claim is requested. OID4VP-1FINAL-6.4.1 */
  readonly claims: readonly ClaimsQuery[] | null
  /** Each option as indexes into `claims`, in order of preference; `null` if absent. OID4VP-1FINAL-6.4.1 */
  readonly claimSets: readonly (readonly number[])[] | null
  readonly meta: JsonObject
  /** False if part of this query had to be left out: a mismatch may then not be the wallet's error. */
  readonly whole: boolean
}

/** The requested credential type; `any` if the query names none. OID4VP-1FINALA-B.2.3, OID4VP-1FINALA-B.3.5 */
export type WantedType =
  | { readonly kind: 'vct'; readonly values: readonly string[] }
  | { readonly kind: 'doctype'; readonly values: readonly [string] }
  | { readonly kind: 'any' }

/** One requested claim. OID4VP-1FINAL-6.3 */
export interface ClaimsQuery {
  /** Index in the `claims` array as sent. */
  readonly index: number
  readonly id: string | null
  readonly path: ClaimsPath
  /** `null` if any value is acceptable. */
  readonly values: readonly (string | number | boolean)[] | null
  /** mdoc only; `null` if absent. */
  readonly intentToRetain: boolean | null
}

/** Claims path pointer: a key, an index, or `null` for all elements. Never empty. OID4VP-1FINAL-7 */
export type ClaimsPath = readonly ClaimsPathComponent[]
type ClaimsPathComponent = string | number | null

/** OID4VP-1FINAL-6.1.1 */
export interface TrustedAuthoritiesQuery {
  readonly type: string
  readonly values: readonly string[]
}

/** OID4VP-1FINAL-6.2 */
export interface CredentialSetQuery {
  /** Index in `credential_sets` as sent. */
  readonly index: number
  readonly required: boolean
  /** Each option as credential query ids. */
  readonly options: readonly (readonly string[])[]
}

import type { JsonObject } from '../values/json'

/**
 * A DCQL query as far as it can be understood. What breaks the specification was left out, and can be found among the
 * problems of `validateDcqlQuery`. OID4VP-1FINAL-6
 */
export interface DcqlQuery {
  /** In the order of the query. Of several with one id only the first is here. */
  readonly credentials: readonly CredentialQuery[]
  /** `null` when the query has no usable `credential_sets`: then every credential is wanted. OID4VP-1FINAL-6.4.2 */
  readonly credentialSets: readonly CredentialSetQuery[] | null
  /** False when a credential query or a set had to be left out. */
  readonly whole: boolean
}

/** One wanted credential. OID4VP-1FINAL-6.1 */
export interface CredentialQuery {
  readonly id: string
  /** As written; it may be a format that is not verified here. */
  readonly format: string
  readonly multiple: boolean
  /** `require_cryptographic_holder_binding`, which is true when absent. */
  readonly holderBinding: boolean
  readonly type: WantedType
  readonly trustedAuthorities: readonly TrustedAuthoritiesQuery[]
  /** `null` when absent: no selectively disclosable claim is wanted. OID4VP-1FINAL-6.4.1 */
  readonly claims: readonly ClaimsQuery[] | null
  /** Each option as indexes into `claims`, by preference; `null` when absent. OID4VP-1FINAL-6.4.1 */
  readonly claimSets: readonly (readonly number[])[] | null
  readonly meta: JsonObject
  /** False when a part of this query had to be left out; then a mismatch may not be the wallet's error. */
  readonly whole: boolean
}

/** Which type of credential is wanted; `any` where the query names none. OID4VP-1FINALA-B.2.3, OID4VP-1FINALA-B.3.5 */
export type WantedType =
  | { readonly kind: 'vct'; readonly values: readonly string[] }
  | { readonly kind: 'doctype'; readonly values: readonly [string] }
  | { readonly kind: 'any' }

/** One wanted claim. OID4VP-1FINAL-6.3 */
export interface ClaimsQuery {
  /** Index in the `claims` array as it was sent, e.g. to point at it. */
  readonly index: number
  readonly id: string | null
  readonly path: ClaimsPath
  /** `null` when any value will do. */
  readonly values: readonly (string | number | boolean)[] | null
  /** mdoc only; `null` when absent. */
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
  /** Index in `credential_sets` as it was sent. */
  readonly index: number
  readonly required: boolean
  /** Each option as ids of credential queries. */
  readonly options: readonly (readonly string[])[]
}

import type { FetchError } from '../../../ports/ports'
import type { Json } from '../../../values/json'

/** The result of asking an issuer for its keys. SDJWTVC-5 */
export type IssuerMetadataReading = { readonly fetches: readonly IssuerMetadataFetch[] } & (
  | { readonly keys: readonly Json[] }
  | { readonly keys: null; readonly unusable: IssuerMetadataError }
)

/** A document that was asked for. */
export interface IssuerMetadataFetch {
  readonly document: IssuerDocument
  readonly url: string
  /** `null` when nothing was answered. */
  readonly status: number | null
  readonly remembered: boolean
  /** `null` for one that is as it should be. */
  readonly error: DocumentError | null
}

/** The metadata at the well-known address, or the key set that it names. */
export type IssuerDocument = 'issuer_metadata' | 'jwks_uri'

/** Why no key comes from there. */
export interface IssuerMetadataError {
  readonly document: IssuerDocument
  readonly error: DocumentError | AddressError
}

/** What is wrong with a document, or with the way to it. */
export type DocumentError =
  | FetchError
  | 'redirected'
  | 'status_not_200'
  | 'not_json'
  | 'not_an_object'
  | 'issuer_differs'
  | 'no_keys'
  | 'two_key_sets'
  | 'key_set_unreadable'

/**
 * Why nobody was asked. `not_https`: no https URL without user name, query and fragment. `too_many_issuers`: others of the
 * same answer were.
 */
type AddressError = 'not_https' | 'too_many_issuers'

/**
 * True where this service did not wait long enough, had too much else to do, or may have asked a name server that does not
 * know the host: that says nothing of a wallet.
 */
export const isOwnError = (error: IssuerMetadataError['error']): boolean =>
  error === 'busy' || error === 'share_taken' || error === 'timed_out' || error === 'host_unknown'

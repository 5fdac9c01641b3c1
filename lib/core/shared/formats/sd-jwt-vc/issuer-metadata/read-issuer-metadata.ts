import { readJsonText } from '../../../http/read-json'
import type { FetchDocument, FetchError, FetchedDocument } from '../../../ports/ports'
import { fromUtf8 } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'

/** The result of fetching an issuer's keys. SDJWTVC-5 */
export type IssuerMetadataReading = { readonly fetches: readonly IssuerMetadataFetch[] } & (
  | { readonly keys: readonly Json[] }
  | { readonly keys: null; readonly unusable: IssuerMetadataError }
)

/** A fetched document. */
export interface IssuerMetadataFetch {
  readonly document: IssuerDocument
  readonly url: string
  /** `null` without a response. */
  readonly status: number | null
  readonly remembered: boolean
  /** `null` if valid. */
  readonly error: DocumentError | null
}

/** The metadata at the well-known address, or the key set that it refers to. */
export type IssuerDocument = 'issuer_metadata' | 'jwks_uri'

/** Why the metadata yields no key. */
export interface IssuerMetadataError {
  readonly document: IssuerDocument
  readonly error: DocumentError | AddressError
}

/** What is wrong with a document or its retrieval. */
type DocumentError =
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
 * Why nothing was fetched. `not_https`: not an https URL without user info, query and fragment. `too_many_issuers`: the
 * limit for one response was used up.
 */
type AddressError = 'not_https' | 'too_many_issuers'

/**
 * True for failures on our side (timeout, overload, or a resolver that may not know the host), which say nothing about
 * the wallet.
 */
export const isOwnError = (error: IssuerMetadataError['error']): boolean =>
  error === 'busy' || error === 'share_taken' || error === 'timed_out' || error === 'host_unknown'

/** Longest address to fetch. */
const urlLengthMax = 1024

/**
 * The well-known address of an issuer's keys, inserted between host and path of `iss`. `null` unless `iss` is an https
 * URL without user info, query and fragment. SDJWTVC-5.1
 */
export function issuerMetadataUrl(iss: string): string | null {
  const url = httpsUrl(iss)
  if (url === null || /[?#]/.test(iss)) return null
  return `${url.origin}/.well-known/jwt-vc-issuer${url.pathname.replace(/\/$/, '')}`
}

/** Parses an https URL without user info and within the length limit; `null` for anything else. */
export function httpsUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > urlLengthMax || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}

/**
 * Fetches an issuer's keys: its metadata, and the key set if the metadata refers to one. An invalid document yields no
 * key. Rejects only if the port does.
 * @see SDJWTVC-5
 */
export async function readIssuerMetadata(issuer: string, fetchDocument: FetchDocument): Promise<IssuerMetadataReading> {
  const url = issuerMetadataUrl(issuer)
  if (url === null) return unusable([], { document: 'issuer_metadata', error: 'not_https' })
  const metadata = await readDocument({ document: 'issuer_metadata', url }, fetchDocument, (value) =>
    metadataError(value, issuer),
  )
  const { fetched } = metadata
  if (metadata.value === null) return unusable([fetched], fetched)
  if (isObject(metadata.value.jwks)) return keysOf(metadata.value.jwks, [fetched])
  const address = httpsUrl(metadata.value.jwks_uri)
  if (address === null) return unusable([fetched], { document: 'jwks_uri', error: 'not_https' })
  const keySet = await readDocument({ document: 'jwks_uri', url: address.href }, fetchDocument, keySetError)
  const fetches = [fetched, keySet.fetched]
  return keySet.value === null ? unusable(fetches, keySet.fetched) : keysOf(keySet.value, fetches)
}

const unusable = (
  fetches: readonly IssuerMetadataFetch[],
  { document, error }: { readonly document: IssuerDocument; readonly error: IssuerMetadataError['error'] | null },
): IssuerMetadataReading => ({ fetches, keys: null, unusable: { document, error: error ?? 'no_keys' } })

const keysOf = ({ keys }: JsonObject, fetches: readonly IssuerMetadataFetch[]): IssuerMetadataReading => ({
  fetches,
  keys: Array.isArray(keys) ? keys : [],
})

/** `issuer` must equal `iss` exactly, and the keys must be in one of two places. SDJWTVC-5.2, SDJWTVC-5.3 */
function metadataError({ issuer, jwks, jwks_uri: address }: JsonObject, iss: string): DocumentError | null {
  if (issuer !== iss) return 'issuer_differs'
  if (jwks !== undefined && address !== undefined) return 'two_key_sets'
  if (jwks === undefined && address === undefined) return 'no_keys'
  return jwks === undefined ? null : keySetError(jwks)
}

/** RFC7517-5 */
function keySetError(value: Json): DocumentError | null {
  if (!isObject(value) || !Array.isArray(value.keys)) return 'key_set_unreadable'
  return value.keys.length === 0 ? 'no_keys' : null
}

interface ReadDocument {
  /** `null` if the document is invalid. */
  readonly value: JsonObject | null
  readonly fetched: IssuerMetadataFetch
}

async function readDocument(
  asked: Pick<IssuerMetadataFetch, 'document' | 'url'>,
  fetchDocument: FetchDocument,
  errorOf: (value: JsonObject) => DocumentError | null,
): Promise<ReadDocument> {
  const answer = await fetchDocument(asked.url)
  const read = contentOf(answer)
  const error = typeof read === 'string' ? read : errorOf(read)
  const told = answer.answered ? answer : { status: null, remembered: false }
  return {
    value: error === null && typeof read !== 'string' ? read : null,
    fetched: { ...asked, status: told.status, remembered: told.remembered, error },
  }
}

/** The JSON object in the response, or why there is none. SDJWTVC-5.2 */
function contentOf(answer: FetchedDocument): JsonObject | DocumentError {
  if (!answer.answered) return answer.error
  const { status, mediaType, body } = answer
  if (status >= 300 && status < 400) return 'redirected'
  if (status !== 200) return 'status_not_200'
  if (!/^application\/([\w.-]+\+)?json$/.test(mediaType ?? '')) return 'not_json'
  const text = fromUtf8(body)
  const json = text === null ? null : readJsonText(text)
  if (!json?.ok) return 'not_json'
  return isObject(json.value) ? (json.value as JsonObject) : 'not_an_object'
}

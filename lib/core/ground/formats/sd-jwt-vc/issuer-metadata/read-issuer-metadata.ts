import { readJsonText } from '../../../http/read-json'
import type { FetchDocument, FetchedDocument } from '../../../ports/ports'
import { fromUtf8 } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import type {
  DocumentError,
  IssuerDocument,
  IssuerMetadataError,
  IssuerMetadataFetch,
  IssuerMetadataReading,
} from './issuer-metadata-reading'
import { httpsUrl, issuerMetadataUrl } from './issuer-metadata-url'

/**
 * Asks an issuer for its keys: its metadata, and the key set where that names one. A document with an error gives no key.
 * Rejects only when the port does.
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

/** `issuer` is `iss` character by character, and the keys are in one of two places. SDJWTVC-5.2, SDJWTVC-5.3 */
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
  /** `null` for a document with an error. */
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

/** The JSON object that was answered, or why it is none. SDJWTVC-5.2 */
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

import { readJsonText } from '../../../http/read-json'
import type { FetchDocument, FetchedDocument } from '../../../ports/ports'
import { fromUtf8 } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import type {
  DocumentFault,
  IssuerDocument,
  IssuerMetadataFault,
  IssuerMetadataFetch,
  IssuerMetadataReading,
} from './issuer-metadata-reading'
import { httpsUrl, issuerMetadataUrl } from './issuer-metadata-url'

/**
 * Asks an issuer for its keys: its metadata, and the key set where that names one. A document with a fault gives no key.
 * Rejects only when the port does.
 * @see SDJWTVC-5
 */
export async function readIssuerMetadata(issuer: string, fetchDocument: FetchDocument): Promise<IssuerMetadataReading> {
  const url = issuerMetadataUrl(issuer)
  if (url === null) return unusable([], { document: 'issuer_metadata', fault: 'not_https' })
  const metadata = await readDocument({ document: 'issuer_metadata', url }, fetchDocument, (value) =>
    metadataFault(value, issuer),
  )
  const { fetched } = metadata
  if (metadata.value === null) return unusable([fetched], fetched)
  if (isObject(metadata.value.jwks)) return keysOf(metadata.value.jwks, [fetched])
  const address = httpsUrl(metadata.value.jwks_uri)
  if (address === null) return unusable([fetched], { document: 'jwks_uri', fault: 'not_https' })
  const keySet = await readDocument({ document: 'jwks_uri', url: address.href }, fetchDocument, keySetFault)
  const fetches = [fetched, keySet.fetched]
  return keySet.value === null ? unusable(fetches, keySet.fetched) : keysOf(keySet.value, fetches)
}

const unusable = (
  fetches: readonly IssuerMetadataFetch[],
  { document, fault }: { readonly document: IssuerDocument; readonly fault: IssuerMetadataFault['fault'] | null },
): IssuerMetadataReading => ({ fetches, keys: null, unusable: { document, fault: fault ?? 'no_keys' } })

const keysOf = ({ keys }: JsonObject, fetches: readonly IssuerMetadataFetch[]): IssuerMetadataReading => ({
  fetches,
  keys: Array.isArray(keys) ? keys : [],
})

/** `issuer` is `iss` character by character, and the keys are in one of two places. SDJWTVC-5.2, SDJWTVC-5.3 */
function metadataFault({ issuer, jwks, jwks_uri: address }: JsonObject, iss: string): DocumentFault | null {
  if (issuer !== iss) return 'issuer_differs'
  if (jwks !== undefined && address !== undefined) return 'two_key_sets'
  if (jwks === undefined && address === undefined) return 'no_keys'
  return jwks === undefined ? null : keySetFault(jwks)
}

/** RFC7517-5 */
function keySetFault(value: Json): DocumentFault | null {
  if (!isObject(value) || !Array.isArray(value.keys)) return 'key_set_unreadable'
  return value.keys.length === 0 ? 'no_keys' : null
}

interface ReadDocument {
  /** `null` for a document with a fault. */
  readonly value: JsonObject | null
  readonly fetched: IssuerMetadataFetch
}

async function readDocument(
  asked: Pick<IssuerMetadataFetch, 'document' | 'url'>,
  fetchDocument: FetchDocument,
  faultOf: (value: JsonObject) => DocumentFault | null,
): Promise<ReadDocument> {
  const answer = await fetchDocument(asked.url)
  const read = contentOf(answer)
  const fault = typeof read === 'string' ? read : faultOf(read)
  const told = answer.answered ? answer : { status: null, remembered: false }
  return {
    value: fault === null && typeof read !== 'string' ? read : null,
    fetched: { ...asked, status: told.status, remembered: told.remembered, fault },
  }
}

/** The JSON object that was answered, or why it is none. SDJWTVC-5.2 */
function contentOf(answer: FetchedDocument): JsonObject | DocumentFault {
  if (!answer.answered) return answer.fault
  const { status, mediaType, body } = answer
  if (status >= 300 && status < 400) return 'redirected'
  if (status !== 200) return 'status_not_200'
  if (!/^application\/([\w.-]+\+)?json$/.test(mediaType ?? '')) return 'not_json'
  const text = fromUtf8(body)
  const json = text === null ? null : readJsonText(text)
  if (!json?.ok) return 'not_json'
  return isObject(json.value) ? (json.value as JsonObject) : 'not_an_object'
}

import { type CborItem, itemsOf, memberOf, textOf } from '../../../shared/cbor/cbor-item'
import { readCbor } from '../../../shared/cbor/read-cbor'
import type { CredentialQuery, DcqlQuery } from '../../../shared/dcql/dcql-query'
import { concatenate } from '../../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import { fromBase64url, toBase64url } from '../../../shared/values/base64url'

/** Documents for one credential query, as a `DeviceResponse` in base64url. */
export interface AnsweredQuery {
  readonly queryId: string
  readonly text: string
}

/**
 * Assigns the documents of a `DeviceResponse` to credential queries: by type and in order, others to remaining queries,
 * and the rest to the first query. If all belong to one query, the response stays unchanged; otherwise each query gets
 * a copy with only its documents, byte for byte. Never throws.
 * @param text base64url
 * @see ISO18013-5-8.3.2.1.2.2
 */
export function deviceResponsesByQuery(text: string, { credentials }: DcqlQuery): readonly AnsweredQuery[] {
  const [first] = credentials
  if (first === undefined) return []
  const whole = [{ queryId: first.id, text }]
  const bytes = fromBase64url(text)
  const reading = bytes === null ? null : readCbor(bytes)
  if (bytes === null || reading === null || !reading.ok || reading.item.kind !== 'map') return whole
  const documents = itemsOf(memberOf(reading.item, 'documents')) ?? []
  const assigned = assign(documents, credentials)
  const answered = credentials.filter((query) => assigned.includes(query))
  const [only] = answered
  if (answered.length < 2) return [{ queryId: (only ?? first).id, text }]
  const rest = bytes.subarray(bytes.length - reading.trailing)
  return answered.map((query) => {
    const own = documents.filter((_, place) => assigned[place] === query)
    return { queryId: query.id, text: toBase64url(concatenate(responseWith(reading.item, own), rest)) }
  })
}

/** The query of each document, in document order. */
function assign(
  documents: readonly CborItem[],
  credentials: readonly CredentialQuery[],
): readonly (CredentialQuery | undefined)[] {
  const left = new Set(credentials)
  const take = (query: CredentialQuery | undefined): CredentialQuery | undefined => {
    if (query !== undefined) left.delete(query)
    return query
  }
  const types = documents.map((document) => textOf(memberOf(document, 'docType')))
  const isFor = (query: CredentialQuery, type: string | null): boolean =>
    query.type.kind === 'doctype' && query.type.values[0] === type
  const byType = types.map((type) => take([...left].find((query) => isFor(query, type))))
  return byType.map(
    (query, place) =>
      query ?? credentials.find((one) => isFor(one, types[place] ?? null)) ?? take([...left][0]) ?? credentials[0],
  )
}

/** The same map with other documents; all else unchanged. */
function responseWith(response: CborItem, documents: readonly CborItem[]): Uint8Array {
  const entries = response.kind === 'map' ? response.entries : []
  const members = entries.flatMap(([name, value]) => [
    name.encoded,
    ...(textOf(name) === 'documents' ? [head(4, documents.length), ...documents.map(encodedOf)] : [value.encoded]),
  ])
  return concatenate(head(5, entries.length), ...members)
}

const encodedOf = ({ encoded }: CborItem): Uint8Array => encoded

/** Head of an array or map. RFC8949-3 */
function head(majorType: 4 | 5, length: number): Uint8Array {
  const type = majorType << 5
  if (length < 24) return Uint8Array.of(type | length)
  if (length < 256) return Uint8Array.of(type | 24, length)
  return Uint8Array.of(type | 26, (length >> 24) & 255, (length >> 16) & 255, (length >> 8) & 255, length & 255)
}

import { bytesOf, type CborItem, embeddedOf, integerOf, itemsOf, memberOf, textOf } from '../../../cbor/cbor-item'
import type { ClaimNode } from '../../../dcql/claim-tree'
import type { Digest } from '../../../ports/ports'
import { toBase64url } from '../../../values/base64url'
import type { EmbeddedReader } from './embedded-reader'
import type { ElementReading } from './mso-mdoc-reading'
import type { OpenedObject } from './read-mobile-security-object'
import { concatenate, embed } from './session-transcript'

/**
 * Reads every revealed element and compares it with its digest, over the bytes as received with their tag, since
 * re-encoding may change them. Never throws. ISO/IEC 18013-5 sections 9.1.2.5 and 9.3.1
 */
export function readElements(
  nameSpaces: CborItem | null,
  {
    object,
    embedded,
    digest,
  }: { readonly object: OpenedObject | null; readonly embedded: EmbeddedReader; readonly digest: Digest },
): readonly ElementReading[] {
  if (nameSpaces?.kind !== 'map') return []
  const hash = hashOf(object, digest)
  const digests = digestsByNamespace(object?.valueDigests ?? null)
  const explained = { left: explainedMax }
  return nameSpaces.entries.flatMap(([name, items]) => {
    const namespace = textOf(name)
    if (namespace === null) return []
    const byId = digests.get(namespace) ?? noDigests
    const seen = { names: new Set<string>(), ids: new Set<number>() }
    return (itemsOf(items) ?? []).map((item) => readElement(item, { namespace, byId, hash, seen, embedded, explained }))
  })
}

type Hash = ((bytes: Uint8Array) => Uint8Array) | null

function hashOf(object: OpenedObject | null, digest: Digest): Hash {
  const algorithm = object?.reading.digestAlgorithm
  if (!algorithm?.supported) return null
  const name = algorithm.value === 'SHA-512' ? 'sha-512' : algorithm.value === 'SHA-384' ? 'sha-384' : 'sha-256'
  return (bytes) => digest(name, bytes)
}

const noDigests: ReadonlyMap<number, Uint8Array> = new Map()

/**
 * Indexes each namespace once, the first of several with one name, so that a repeated name causes no repeated reading.
 */
function digestsByNamespace(valueDigests: CborItem | null): ReadonlyMap<string, ReadonlyMap<number, Uint8Array>> {
  const found = new Map<string, ReadonlyMap<number, Uint8Array>>()
  for (const [name, digests] of valueDigests?.kind === 'map' ? valueDigests.entries : []) {
    const namespace = textOf(name)
    if (namespace !== null && !found.has(namespace)) found.set(namespace, digestsById(digests))
  }
  return found
}

function digestsById(digests: CborItem | null): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  for (const [id, value] of digests?.kind === 'map' ? digests.entries : []) {
    const number = integerOf(id)
    const bytes = bytesOf(value)
    if (number !== null && bytes !== null && !found.has(number)) found.set(number, bytes)
  }
  return found
}

/** Depth of a value's content inside an IssuerSignedItem, where it is a member of a map. */
const partsOfValue = 2

function readElement(
  item: CborItem,
  {
    namespace,
    byId,
    hash,
    seen,
    embedded,
    explained,
  }: {
    readonly namespace: string
    readonly byId: ReadonlyMap<number, Uint8Array>
    readonly hash: Hash
    readonly seen: { readonly names: Set<string>; readonly ids: Set<number> }
    readonly embedded: EmbeddedReader
    readonly explained: { left: number }
  },
): ElementReading {
  const inner = embeddedOf(item)
  const element = inner === null ? item : embedded(inner, 'an IssuerSignedItem', partsOfValue)
  const idItem = memberOf(element, 'digestID')
  const digestId = integerOf(idItem)
  const random = bytesOf(memberOf(element, 'random'))
  const name = textOf(memberOf(element, 'elementIdentifier'))
  const value = memberOf(element, 'elementValue')
  const repeats =
    name !== null && seen.names.has(name) ? 'name' : digestId !== null && seen.ids.has(digestId) ? 'digest_id' : null
  if (name !== null) seen.names.add(name)
  if (digestId !== null) seen.ids.add(digestId)
  const errors = [
    ...(inner === null ? ['tag 24'] : []),
    ...(digestId === null || digestId < 0 ? ['digestID'] : []),
    ...(random === null ? ['random'] : []),
    ...(name === null ? ['elementIdentifier'] : []),
    ...(value === null ? ['elementValue'] : []),
  ]
  const expected = digestId === null ? undefined : byId.get(digestId)
  const digest =
    hash === null || digestId === null
      ? 'not_computed'
      : expected === undefined
        ? 'absent'
        : sameBytes(hash(item.encoded), expected)
          ? 'matches'
          : 'differs'
  return {
    namespace,
    name,
    errors,
    digestId,
    digestIdIsText: idItem?.kind === 'text',
    randomBytes: random?.length ?? null,
    digest,
    digestOver:
      digest === 'differs' && hash !== null && expected !== undefined && explained.left-- > 0
        ? whatWasHashed(item, element, (bytes) => sameBytes(hash(bytes), expected))
        : null,
    repeats,
    value,
  }
}

/** Most elements of a document whose wrong digest is looked into, and the longest of them. */
const explainedMax = 4
const explainedBytesMax = 16 * 1024

/** What a digest covers that is not that of the element as sent: its content alone, or its members in another encoding. */
function whatWasHashed(
  item: CborItem,
  element: CborItem | null,
  fits: (bytes: Uint8Array) => boolean,
): ElementReading['digestOver'] {
  if (item.encoded.length > explainedBytesMax) return null
  const inner = item.kind === 'tag' ? [embeddedOf(item), item.content.encoded] : []
  if (inner.some((bytes) => bytes !== null && fits(bytes))) return 'untagged'
  const members = element?.kind === 'map' ? element.entries.map((entry) => entry.map(({ encoded }) => encoded)) : []
  if (members.length !== membersOfItem) return null
  for (const order of orders([...members.keys()]))
    for (const head of headsOfMap) {
      const bytes = concatenate(head, ...order.flatMap((place) => members[place] ?? []))
      if (fits(embed(bytes))) return 'another_encoding'
    }
  return null
}

/** An IssuerSignedItem has four members. ISO/IEC 18013-5 section 8.3.2.1.2.2 */
const membersOfItem = 4

/** The head of a map of four: as short as can be, in one byte more, in two, and without a length. RFC8949-3 */
const headsOfMap = [[0xa4], [0xb8, 4], [0xb9, 0, 4]].map((head) => Uint8Array.from(head))

/** All orders of a few places. */
const orders = (places: readonly number[]): number[][] =>
  places.length === 0
    ? [[]]
    : places.flatMap((first) => orders(places.filter((place) => place !== first)).map((rest) => [first, ...rest]))

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])

/** Revealed elements by namespace, in the form that queries are matched against. OID4VP-1FINAL-7.2 */
export function mdocClaimTree(elements: readonly ElementReading[]): ClaimNode {
  const namespaces = new Map<string, Map<string, ClaimNode>>()
  for (const { namespace, name, value } of elements) {
    const members = namespaces.get(namespace) ?? new Map<string, ClaimNode>()
    namespaces.set(namespace, members)
    if (name !== null && value !== null && !members.has(name)) members.set(name, nodeOf(value, true))
  }
  return {
    kind: 'object',
    disclosed: false,
    concealed: 0,
    members: new Map(
      [...namespaces].map(([namespace, members]) => [
        namespace,
        { kind: 'object', disclosed: false, concealed: 0, members } as const,
      ]),
    ),
  }
}

/** The JSON form of a value, for comparison with the `values` of a query. RFC8949-6.1, OID4VP-1FINAL-6.3 */
function nodeOf(item: CborItem, disclosed: boolean): ClaimNode {
  switch (item.kind) {
    case 'map':
      return {
        kind: 'object',
        disclosed,
        concealed: 0,
        members: new Map(
          item.entries.flatMap(([name, value]) =>
            name.kind === 'text' || name.kind === 'integer' ? [[String(name.value), nodeOf(value, false)]] : [],
          ),
        ),
      }
    case 'array':
      return { kind: 'array', disclosed, elements: item.items.map((one) => nodeOf(one, false)) }
    case 'tag':
      return nodeOf(item.content, disclosed)
    case 'bytes':
      return { kind: 'value', disclosed, value: toBase64url(item.value) }
    case 'integer':
      return { kind: 'value', disclosed, value: typeof item.value === 'bigint' ? String(item.value) : item.value }
    case 'simple':
      return { kind: 'value', disclosed, value: typeof item.value === 'boolean' ? item.value : null }
    default:
      return { kind: 'value', disclosed, value: item.value }
  }
}

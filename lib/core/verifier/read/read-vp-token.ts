import { readJsonText } from '../../shared/http/read-json'
import { isObject } from '../../shared/values/json'

/** Facts of a `vp_token` before any presentation is examined. `vp.token.*` OID4VP-1FINAL-8.1 */
export interface VpTokenReading {
  /** `vp.token.present` */
  readonly present: boolean
  /** A form member contains JSON text, a JWE payload contains JSON. */
  readonly carrier: 'form' | 'jwe'
  /** `vp.token.is_object`: type after parsing JSON text; `unreadable` if it is not JSON. */
  readonly type: JsonType | 'unreadable' | 'absent'
  /** In a JWE: a string of JSON instead of JSON itself. `vp.token.is_object` */
  readonly encodedAsText: boolean
  /** The text that should be JSON and its parsed value, `undefined` if it is not JSON; absent if there was no text. */
  readonly parsed?: { readonly text: string; readonly value: unknown }
  /** Why it is unreadable; `null` if it is not. */
  readonly reason: 'not_json' | 'too_deep' | 'too_wide' | null
  /** Paths of duplicate names, such as `/pid`. `vp.token.unique_keys` */
  readonly duplicateNames: readonly string[]
  /** In token order. `vp.token.not_empty` */
  readonly entries: readonly VpTokenEntry[]
  /** If it is no object: what looks like presentations, to be examined anyway. */
  readonly loose: readonly VpTokenElement[]
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** The entry of one key. */
export interface VpTokenEntry {
  readonly queryId: string
  /** `vp.token.array`: anything but an array is wrapped, to be examined anyway. */
  readonly type: JsonType
  /** Set if it is a string of a JSON array, whose elements are examined. `vp.token.array` */
  readonly encodedAsText?: true
  /** `vp.token.array_not_empty`, `vp.token.count`: also empty for `null`. */
  readonly elements: readonly VpTokenElement[]
}

/** One presentation. `vp.token.entry_type` */
export interface VpTokenElement {
  readonly index: number
  readonly type: JsonType
  /** `null` if it is no string. */
  readonly text: string | null
  /** Whether it looks like the JSON serialisation of an SD-JWT. RFC9901-8 */
  readonly jsonSerialisation: boolean
}

/** Where a `vp_token` was found; `undefined` if nowhere. */
export type VpTokenSource =
  | { readonly carrier: 'form'; readonly text: string | undefined }
  | {
      readonly carrier: 'jwe'
      readonly value: unknown
      /** Paths of duplicate names from the payload's root, e.g. `/vp_token/pid`. */
      readonly duplicateNames: readonly string[]
    }

/** Parses a `vp_token` of any shape. Never throws. OID4VP-1FINAL-8.1 */
export function readVpToken(source: VpTokenSource): VpTokenReading {
  const { carrier } = source
  if (source.carrier === 'form') {
    return source.text === undefined ? absent(carrier) : fromText(source.text, { carrier, encodedAsText: false })
  }
  if (source.value === undefined) return absent(carrier)
  if (typeof source.value === 'string') return fromText(source.value, { carrier, encodedAsText: true })
  return fromValue(source.value, {
    carrier,
    encodedAsText: false,
    duplicateNames: source.duplicateNames.flatMap((path) =>
      path.startsWith('/vp_token/') ? [path.slice('/vp_token'.length)] : [],
    ),
  })
}

const absent = (carrier: VpTokenReading['carrier']): VpTokenReading => ({
  present: false,
  carrier,
  type: 'absent',
  encodedAsText: false,
  reason: null,
  duplicateNames: [],
  entries: [],
  loose: [],
})

type Circumstances = Pick<VpTokenReading, 'carrier' | 'encodedAsText'>

function fromText(text: string, circumstances: Circumstances): VpTokenReading {
  const json = readJsonText(text)
  if (json.ok) {
    const parsed = { text, value: json.value }
    return { ...fromValue(json.value, { ...circumstances, duplicateNames: json.duplicates }), parsed }
  }
  const bound = json.reason === 'too_deep' || json.reason === 'too_wide' ? json.reason : null
  return {
    ...absent(circumstances.carrier),
    ...circumstances,
    present: true,
    type: 'unreadable',
    parsed: { text, value: undefined },
    reason: bound ?? 'not_json',
    loose: bound === null ? [elementOf(text, 0)] : [],
  }
}

function fromValue(
  value: unknown,
  circumstances: Circumstances & Pick<VpTokenReading, 'duplicateNames'>,
): VpTokenReading {
  return {
    ...circumstances,
    present: true,
    type: typeOf(value),
    reason: null,
    entries: isObject(value) ? Object.entries(value).map(([queryId, entry]) => entryOf(queryId, entry)) : [],
    loose: isObject(value) ? [] : elementsOf(value),
  }
}

function entryOf(queryId: string, value: unknown): VpTokenEntry {
  const inner = typeof value === 'string' && value.startsWith('[') ? readJsonText(value) : null
  return inner?.ok && Array.isArray(inner.value)
    ? { queryId, type: typeOf(value), encodedAsText: true, elements: elementsOf(inner.value) }
    : { queryId, type: typeOf(value), elements: elementsOf(value) }
}

/** A value that is no array counts as its only element; `null` as none. */
const elementsOf = (value: unknown): VpTokenElement[] =>
  value === null ? [] : (Array.isArray(value) ? value : [value]).map(elementOf)

const elementOf = (value: unknown, index: number): VpTokenElement => ({
  index,
  type: typeOf(value),
  text: typeof value === 'string' ? value : null,
  jsonSerialisation:
    isObject(value) &&
    Object.hasOwn(value, 'payload') &&
    ['signature', 'signatures'].some((name) => Object.hasOwn(value, name)),
})

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

import { jsonBoundPassed, readJsonText } from '../../ground/http/read-json'
import { isObject } from '../../ground/values/json'
import { say } from '../../ground/values/wording'
import type { JsonType, VpTokenElement, VpTokenEntry, VpTokenReading } from './vp-token-reading'

/** Where a `vp_token` was found; `undefined` if nowhere. */
export type VpTokenSource =
  | { readonly carrier: 'form'; readonly text: string | undefined }
  | {
      readonly carrier: 'jwe'
      readonly value: unknown
      /** Duplicate names in the payload, as paths from its root, e.g. `/vp_token/pid`. */
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
  const bound = jsonBoundPassed(json)
  return {
    ...absent(circumstances.carrier),
    ...circumstances,
    present: true,
    type: 'unreadable',
    parsed: { text, value: undefined },
    reason: bound === null ? say`The vp_token is not JSON.` : say`The vp_token ${bound}.`,
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

const entryOf = (queryId: string, value: unknown): VpTokenEntry => ({
  queryId,
  type: typeOf(value),
  elements: elementsOf(value),
})

/** A value that is not an array counts as its only element; `null` counts as none. */
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

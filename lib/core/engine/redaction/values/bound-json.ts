import { utf8 } from '../../../shared/values/base64url'
import type { Json, JsonObject } from '../../../shared/values/json'
import { jsonBytes } from '../../../shared/values/json-bytes'
import { setMember } from '../names/own-members'

/** True if the JSON text of a value takes at most `bytesMax` bytes in UTF-8. Each UTF-16 unit takes at most three. */
export function fitsIn(value: unknown, bytesMax: number): boolean {
  // Do not serialise megabytes only to find that they are too long.
  if (isLonger(value, bytesMax)) return false
  const text = JSON.stringify(value)
  return text.length * 3 <= bytesMax || (text.length <= bytesMax && utf8(text).length <= bytesMax)
}

/** True if the JSON text of a value certainly exceeds this size. Serialises nothing, and stops at the limit. */
export const isLonger = (value: unknown, bytes: number): boolean => leftAfter(value, bytes) < 0

/** Subtracts the fewest bytes that the JSON text of a value can take. Stops once the rest is negative. */
function leftAfter(value: unknown, bytes: number): number {
  if (typeof value === 'string') return bytes - value.length - 2
  if (typeof value !== 'object' || value === null) return value === undefined ? bytes : bytes - 1
  // Each member and each element adds one character: a comma, or the opening bracket before the first.
  let left = bytes - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = leftAfter(value[index], left - 1)
    return left
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) left = leftAfter(member, left - name.length - 4)
    if (left < 0) break
  }
  return left
}

/** Reserved in each object and array for the truncation mark. */
const markBytes = 64

/** With less room than this, a member is omitted rather than truncated. */
const bytesMin = 160

/**
 * Cuts a value so that its JSON text stays within a number of bytes. Keeps members and elements in order as long as
 * they fit, shortens long strings, and marks each cut with `truncated: true` and the number left out.
 */
export function boundJson(value: Json, bytesMax: number): Json {
  if (fitsIn(value, bytesMax)) return value
  if (typeof value === 'string') return cutText(value, bytesMax)
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? boundArray(value, bytesMax) : boundObject(value, bytesMax)
}

function boundArray(items: Json[], bytesMax: number): Json[] {
  const result: Json[] = []
  let left = bytesMax - markBytes
  for (const [index, item] of items.entries()) {
    const bounded = boundWithin(item, left)
    if (bounded === null) return [...result, { truncated: true, omitted: items.length - index }]
    result.push(bounded.value)
    left -= bounded.bytes + 1
  }
  return result
}

function boundObject(value: JsonObject, bytesMax: number): JsonObject {
  const result: JsonObject = {}
  const entries = Object.entries(value)
  let left = bytesMax - markBytes
  for (const [index, [name, member]] of entries.entries()) {
    const nameBytes = jsonBytes(name) + 2
    const bounded = boundWithin(member, left - nameBytes)
    if (bounded === null) {
      setMember(result, 'truncated', true)
      setMember(result, 'omitted', entries.length - index)
      return result
    }
    setMember(result, name, bounded.value)
    left -= bounded.bytes + nameBytes
  }
  return result
}

/** As much of the value as fits; `null` if there is too little room. */
function boundWithin(value: Json, left: number): { value: Json; bytes: number } | null {
  if (left < bytesMin) return null
  const bounded = boundJson(value, left)
  const bytes = jsonBytes(bounded)
  return bytes > left ? null : { value: bounded, bytes }
}

/** Shortens text so that its JSON form fits a number of bytes. Never splits a surrogate pair. */
function cutText(text: string, bytesMax: number): string {
  // A character takes at most six bytes: the escape of a control character.
  return shorten(text, Math.max(0, Math.floor((bytesMax - markBytes) / 6)))
}

/** Shortens text to a number of characters and appends its original length. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  const last = text.charCodeAt(charactersMax - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? charactersMax - 1 : charactersMax
  return `${text.slice(0, end)}… [truncated, ${text.length} characters]`
}

/** How many values of one piece of JSON to redact; a record has room for fewer. */
const valuesMax = 2000

/**
 * Keeps the first values of JSON that holds more than any record has room for, so that redaction does no more work than
 * its result can use. Each list and object says how many of its own values are left out.
 */
export function boundValues(value: Json): Json {
  return countValues(value, valuesMax) > valuesMax ? firstOf(value, { left: valuesMax }) : value
}

/** Counts values; stops once there are more than `max`. */
function countValues(value: Json, max: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Object.values(value)) {
    count += countValues(inner, max - count)
    if (count > max) break
  }
  return count
}

function firstOf(value: Json, budget: { left: number }): Json {
  budget.left -= 1
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const kept: [string, Json][] = []
  for (const [name, inner] of entries) {
    if (budget.left <= 0) break
    kept.push([name, firstOf(inner, budget)])
  }
  const omitted = entries.length - kept.length
  if (Array.isArray(value)) {
    const items = kept.map(([, inner]) => inner)
    return omitted === 0 ? items : [...items, { truncated: true, omitted }]
  }
  const result: JsonObject = {}
  for (const [name, inner] of kept) setMember(result, name, inner)
  if (omitted > 0) Object.assign(result, { truncated: true, omitted })
  return result
}

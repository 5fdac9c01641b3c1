import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { boundJson, fitsIn } from '../redaction/values/bound-json'
import { jsonBytes } from './json-bytes'

/** Objects with more members than this are cut at their end: sharing would leave each of them too little. */
const sharedMembersMax = 32
/** Objects inside objects that share their room too: what was observed, and a value beside where it was seen. */
const sharedLevels = 2

/**
 * Cuts what was observed so that its JSON text stays within a number of bytes. Every member remains, because pages and
 * programs count on it: small ones stay whole, and the largest share the room that is left.
 */
export function boundObserved(observed: JsonObject, bytesMax: number): JsonObject {
  return boundMembers(observed, bytesMax, sharedLevels) as JsonObject
}

function boundMembers(value: Json, bytesMax: number, levels: number): Json {
  if (fitsIn(value, bytesMax)) return value
  const members = isObject(value) ? Object.entries(value as JsonObject) : []
  if (levels === 0 || members.length === 0 || members.length > sharedMembersMax) return boundJson(value, bytesMax)
  const bounded = new Map<string, Json>()
  // Braces, and for each member its quotes, colon and comma.
  let left = members.reduce((room, [name]) => room - jsonBytes(name) - 2, bytesMax - 2)
  const bySize = members.map(([name, member]) => ({ name, member, bytes: jsonBytes(member) }))
  bySize.sort((one, other) => one.bytes - other.bytes)
  for (const [index, { name, member }] of bySize.entries()) {
    const part = boundMembers(member, Math.floor(left / (bySize.length - index)), levels - 1)
    bounded.set(name, part)
    left -= jsonBytes(part)
  }
  return Object.fromEntries(members.map(([name]) => [name, bounded.get(name) ?? null]))
}

import type { Json, JsonObject } from '../../../ground/values/json'
import { setMember } from '../names/own-members'

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

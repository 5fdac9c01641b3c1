import { isObject, type Json, type JsonObject } from '@/lib/core/json'

/** Whether two values are the same JSON text: members in the same order too. */
export function isSameJsonText(one: Json, other: Json): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSameJsonText(entry, other[index] ?? null))
  if (!isMembers(one) || !isMembers(other)) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name, index) => others[index] === name && isSameJsonText(one[name] ?? null, other[name] ?? null))
  )
}

/** Narrows a value to an object of JSON. */
export const isMembers = (value: Json): value is JsonObject => isObject(value)

import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'

/** Whether two values have the same JSON text, including the order of members. */
export function isSameJsonText(one: Json, other: Json): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false
    for (let index = 0; index < one.length; index++)
      if (!isSameJsonText(one[index] ?? null, other[index] ?? null)) return false
    return true
  }
  if (!isMembers(one) || !isMembers(other)) return false
  const names = Object.keys(one)
  const others = Object.keys(other)
  if (names.length !== others.length) return false
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? ''
    if (others[index] !== name || !isSameJsonText(one[name] ?? null, other[name] ?? null)) return false
  }
  return true
}

/** Narrows a value to a JSON object. */
export const isMembers = (value: Json): value is JsonObject => isObject(value)

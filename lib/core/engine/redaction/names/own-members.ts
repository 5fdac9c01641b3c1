import type { Json, JsonObject } from '../../../shared/values/json'

/** Sets an own property whatever its name, even `__proto__`. */
export function setMember(target: JsonObject, name: string, value: Json): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Maps each name and each value of an object. Returns the same object if nothing changes. */
export function changeMembers(
  object: JsonObject,
  nameOf: (name: string) => string,
  memberOf: (name: string, value: Json) => Json,
): JsonObject {
  let changed: JsonObject | null = null
  const names = Object.keys(object)
  for (const name of names) {
    const value = object[name] as Json
    const newName = nameOf(name)
    const newValue = memberOf(name, value)
    if (changed === null && (newName !== name || newValue !== value)) {
      changed = {}
      for (const same of names.slice(0, names.indexOf(name))) setMember(changed, same, object[same] as Json)
    }
    if (changed !== null) setMember(changed, newName, newValue)
  }
  return changed ?? object
}

/** Maps each element of a list. Returns the same list if nothing changes. */
export function changeItems(list: Json[], itemOf: (item: Json) => Json): Json[] {
  const changed = list.map(itemOf)
  return changed.every((item, index) => item === list[index]) ? list : changed
}

/** True for a value that JSON.parse can return. Does not look inside objects. */
export const isJson = (value: unknown): value is Json =>
  value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value)

/**
 * JSON text with sorted members, so that equal values have equal text. Follows RFC8785-3.2.3 as far as it matters here.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

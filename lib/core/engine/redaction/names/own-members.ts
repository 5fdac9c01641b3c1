import type { Json, JsonObject } from '../../../ground/values/json'

/** Sets an own member whatever its name: `__proto__` becomes a member like any other. */
export function setMember(target: JsonObject, name: string, value: Json): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

/** An object with each name and each value changed; the same object where none is. */
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

/** A list with each element changed; the same list where none is. */
export function changeItems(list: Json[], itemOf: (item: Json) => Json): Json[] {
  const changed = list.map(itemOf)
  return changed.every((item, index) => item === list[index]) ? list : changed
}

/** A value that JSON.parse gave, as Json; anything that JSON does not know becomes null. */
export const isJson = (value: unknown): value is Json =>
  value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value)

/** JSON text with sorted members, so that equal values have one spelling. RFC8785-3.2.3 in what matters here. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

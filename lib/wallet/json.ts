/** A JSON object as it came over the wire: nothing is known about its members yet. */
export type JsonObject = { [member: string]: unknown }

/** Whether a value is a JSON object, so neither an array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text read as JSON, or null when it is none. Never throws. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The text read as a JSON object, or null when it is anything else. Never throws. */
export function readJsonObject(text: string): JsonObject | null {
  const value = readJson(text)
  return isObject(value) ? value : null
}

/** The member when it is a non-empty string, else null. */
export function stringMember(object: JsonObject | null | undefined, member: string): string | null {
  const value = object?.[member]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The member when it is an object, else null. */
export function objectMember(object: JsonObject | null | undefined, member: string): JsonObject | null {
  const value = object?.[member]
  return isObject(value) ? value : null
}

/** The member when it is an array of strings, else null. */
export function stringsMember(object: JsonObject | null | undefined, member: string): string[] | null {
  const value = object?.[member]
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null
}

/** A JSON object as received: nothing is known about its members yet. */
export type JsonObject = { [member: string]: unknown }

/** Whether a value is a JSON object: not an array, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text parsed as JSON, or null when it is malformed. Never throws. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The text parsed as a JSON object, or null when it is anything else. Never throws. */
export function readJsonObject(text: string): JsonObject | null {
  const value = readJson(text)
  return isObject(value) ? value : null
}

/** The member if it is a non-empty string, else null. */
export function stringMember(object: JsonObject | null | undefined, member: string): string | null {
  const value = object?.[member]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The member if it is an object, else null. */
export function objectMember(object: JsonObject | null | undefined, member: string): JsonObject | null {
  const value = object?.[member]
  return isObject(value) ? value : null
}

/** The member if it is an array of strings, else null. */
export function stringsMember(object: JsonObject | null | undefined, member: string): string[] | null {
  const value = object?.[member]
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null
}

import { describeCredential } from '../../ground/formats'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'

/** What a credential says whose content a tester made up: the names of its claims, and of each value its presence and length. */
export function describeWithoutValues(credential: string): JsonObject | null {
  const described = describeCredential(credential)
  if (described === null) return null
  const { disclosures, namespaces, ...rest } = described
  return {
    ...rest,
    ...(disclosures === undefined ? {} : { disclosures: withoutValues(disclosures) }),
    ...(namespaces === undefined ? {} : { namespaces: withoutValues(namespaces) }),
  }
}

/** Wherever something has a `value`, the shape of it. */
function withoutValues(described: Json): Json {
  if (Array.isArray(described)) return described.map(withoutValues)
  if (!isObject(described)) return described
  return Object.fromEntries(
    Object.entries(described as JsonObject).map(([name, value]) => [
      name,
      name === 'value' ? shapeOf(value) : Array.isArray(value) ? value.map(withoutValues) : value,
    ]),
  )
}

/** The claims that a tester made up, each value with its presence and length alone. */
export const claimShapes = (claims: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(claims as JsonObject).map(([name, value]) => [name, shapeOf(value)]))

/** Like what redaction makes of a sensitive value, without a mark to recognise it by. */
function shapeOf(value: Json): JsonObject {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return { redacted: true, present: text.length > 0, length: text.length, type }
}

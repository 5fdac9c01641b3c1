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

/** The claims that a tester made up, with their names and their structure: each value inside is its presence and length. */
export const claimShapes = (claims: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(claims as JsonObject).map(([name, value]) => [name, shapesIn(value)]))

function shapesIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(shapesIn)
  return isObject(value) ? claimShapes(value) : shapeOf(value)
}

/** Like what redaction makes of a sensitive value, without a mark to recognise it by. */
function shapeOf(value: Json): JsonObject {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return { redacted: true, present: text.length > 0, length: text.length, type }
}

/**
 * Claims with the names and the structure of `claimShapes`, and with values made up here, of the same kind: what was claimed
 * is not on record. All of it may be issued.
 */
export const exampleClaims = (shapes: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(shapes as JsonObject).map(([name, shape]) => [
      name,
      Object.hasOwn(typedExamples, name) ? typedExamples[name as keyof typeof typedExamples] : exampleOf(shape),
    ]),
  )

/** Of an mdoc; only there a name begins with `$`. */
const typedExamples = { $date: '2001-02-03', $bytes: 'AQID' } as const

function exampleOf(shape: Json): Json {
  if (Array.isArray(shape)) return shape.map(exampleOf)
  if (!isObject(shape)) return null
  // No value is left among shapes, so this is not one that a tester claimed.
  if (shape.redacted !== true) return exampleClaims(shape)
  switch (shape.type) {
    case 'string':
      return 'Example'
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return null
  }
}

import { describeCredential } from '../../shared/formats'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'

/** Describes a credential with tester-defined claims: claim names, and presence and length of each value. */
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

/** Replaces every `value` with its shape. */
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

/** Tester-defined claims with names and structure; values become presence and length. */
export const claimShapes = (claims: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(claims as JsonObject).map(([name, value]) => [name, shapesIn(value)]))

function shapesIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(shapesIn)
  return isObject(value) ? claimShapes(value) : shapeOf(value)
}

/** Like a redacted value, but unmarked. */
function shapeOf(value: Json): JsonObject {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return { redacted: true, present: text.length > 0, length: text.length, type }
}

/**
 * Builds issuable example claims from `claimShapes`: same names and structure, invented values of the same type, since
 * the originals are not on record.
 */
export const exampleClaims = (shapes: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(shapes as JsonObject).map(([name, shape]) => [
      name,
      Object.hasOwn(typedExamples, name) ? typedExamples[name as keyof typeof typedExamples] : exampleOf(shape),
    ]),
  )

/** Mdoc only: elsewhere no name begins with `$`. */
const typedExamples = { $date: '2001-02-03', $bytes: 'AQID' } as const

function exampleOf(shape: Json): Json {
  if (Array.isArray(shape)) return shape.map(exampleOf)
  if (!isObject(shape)) return null
  // Shapes hold no values, so `redacted` cannot be a tester's claim.
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

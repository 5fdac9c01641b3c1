import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '@/lib/core/json'

const prefix = '#/components/schemas/'

/** Turns zod schemas into JSON Schemas and collects those that have a name, so that each stands in the document once. */
export interface SchemaCollection {
  /** `input`: what a client sends, where defaults make members optional. `output`: what we answer. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonObject
  /** The named schemas so far, by name. */
  readonly named: () => Record<string, JsonObject>
}

/** A collection without schemas. Throws at two different schemas of one name. */
export function createSchemaCollection(): SchemaCollection {
  const collected = new Map<string, JsonObject>()
  return {
    convert(schema, io) {
      const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain })
      for (const [name, definition] of Object.entries($defs ?? {})) {
        const converted = pointToComponents(asJsonObject(definition))
        const known = collected.get(name)
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(converted))
          throw new Error(`Two schemas of the contract are named ${name}.`)
        collected.set(name, converted)
      }
      return pointToComponents(asJsonObject(own))
    },
    named: () => Object.fromEntries([...collected].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Says no more than the interface promises: no pattern beside a format, no bounds that only JavaScript has. */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (isObject(jsonSchema.properties) && Object.keys(jsonSchema.properties).length === 0) delete jsonSchema.properties
}

const asJsonObject = (schema: object): JsonObject => JSON.parse(JSON.stringify(schema))

function pointToComponents(schema: JsonObject): JsonObject {
  const rewrite = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return pointToComponents(value)
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) =>
      name === '$ref' && typeof value === 'string' ? [name, value.replace('#/$defs/', prefix)] : [name, rewrite(value)],
    ),
  )
}

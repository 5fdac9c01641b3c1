import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'

const prefix = '#/components/schemas/'

/** Converts zod schemas to JSON Schemas and collects the named ones, so that each appears in the document once. */
export interface SchemaCollection {
  /** Schemas of responses. Throws for two different schemas with the same name. */
  answered(schema: z.ZodType): JsonObject
  /**
   * Schemas of requests, where defaults make members optional. If one differs from a response schema of the same name,
   * its name ends in `Input`: convert responses first.
   */
  sent(schema: z.ZodType): JsonObject
  /** The named schemas so far, by name. */
  readonly named: () => Record<string, JsonObject>
}

/** A collection without schemas. */
export function createSchemaCollection(): SchemaCollection {
  const collected = new Map<string, JsonObject>()
  // Shared schemas, such as that of errors, are converted once, because conversion is nearly all the work.
  const answers = new Map<z.ZodType, JsonObject>()
  const collect = (name: string, definition: JsonObject): void => {
    if (differs(collected.get(name), definition)) throw new Error(`Two schemas of the contract are named ${name}.`)
    collected.set(name, definition)
  }
  return {
    answered(schema) {
      const known = answers.get(schema)
      if (known !== undefined) return known
      const { own, definitions } = convert(schema, 'output')
      for (const [name, definition] of definitions) collect(name, pointTo(definition, new Set()))
      const answered = pointTo(own, new Set())
      answers.set(schema, answered)
      return answered
    },
    sent(schema) {
      const { own, definitions } = convert(schema, 'input')
      const renamed = new Set<string>()
      const unlike = ([name, definition]: readonly [string, JsonObject]): boolean =>
        !renamed.has(name) && differs(collected.get(name), pointTo(definition, renamed))
      // A schema that refers to a renamed one changes too.
      for (let next = definitions.find(unlike); next !== undefined; next = definitions.find(unlike))
        renamed.add(next[0])
      for (const [name, definition] of definitions)
        collect(renamed.has(name) ? `${name}Input` : name, pointTo(definition, renamed))
      return pointTo(own, renamed)
    },
    named: () => Object.fromEntries([...collected].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

const differs = (known: JsonObject | undefined, other: JsonObject): boolean =>
  known !== undefined && JSON.stringify(known) !== JSON.stringify(other)

function convert(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain })
  const definitions = Object.entries($defs ?? {}).map(([name, definition]) => [name, asJsonObject(definition)] as const)
  return { own: asJsonObject(own), definitions }
}

/**
 * Promises no more than the interface does: no pattern besides a format, no limits, and no character classes specific
 * to JavaScript.
 */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  for (const part of [jsonSchema, ...(jsonSchema.allOf ?? [])])
    if (isObject(part) && typeof part.pattern === 'string') part.pattern = plainPattern(part.pattern)
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (isObject(jsonSchema.properties) && Object.keys(jsonSchema.properties).length === 0) delete jsonSchema.properties
}

const asJsonObject = (schema: object): JsonObject => JSON.parse(JSON.stringify(schema))

/** Points every reference to the document's components, under their new names if renamed. */
function pointTo(schema: JsonObject, renamed: ReadonlySet<string>): JsonObject {
  const rewrite = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewrite)
    return typeof value === 'object' && value !== null ? pointTo(value, renamed) : value
  }
  return Object.fromEntries(
    Object.entries(schema).map(([member, value]) => {
      if (member !== '$ref' || typeof value !== 'string') return [member, rewrite(value)]
      const name = value.replace('#/$defs/', '')
      return [member, `${prefix}${name}${renamed.has(name) ? 'Input' : ''}`]
    }),
  )
}

/**
 * Expansions of character classes. Surrogates (`Cs`) have none: UTF-8 contains none, and a tool that treats a character
 * as two surrogates would reject everything beyond the first plane.
 */
const ranges: readonly (readonly [classes: string, plain: string])[] = [
  ['\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f'],
  ['\\p{Cs}', ''],
  ['\\p{Zl}\\p{Zp}', '\\u2028\\u2029'],
  // A visible character is any except the usual invisible ones: the exact classes have 700 ranges and grow every year.
  [
    '[\\p{L}\\p{N}\\p{P}\\p{S}]',
    '[^\\u0000- \\u007f-\\u00a0\\u00ad\\u0300-\\u036f\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufeff]',
  ],
]

/**
 * A pattern without Unicode classes, which many tools reject. It matches everything that our exact pattern matches.
 * Throws for a class without an expansion.
 */
export function plainPattern(pattern: string): string {
  const plain = ranges.reduce((text, [classes, instead]) => text.replaceAll(classes, instead), pattern)
  if (/\\p\{/i.test(plain)) throw new Error(`The pattern ${pattern} has a class without plain ranges.`)
  return plain
}

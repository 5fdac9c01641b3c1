import { isObject, type JsonObject } from '@/lib/core/shared/values/json'

/** The named schemas of the OpenAPI document. */
export type NamedSchemas = Readonly<Record<string, JsonObject>>

/** A member of an object, as one line of a table. */
export interface MemberView {
  /** Its path, e.g. `events[].at`; `{…}` for members with arbitrary names. */
  readonly name: string
  /** Its nesting depth. */
  readonly depth: number
  /** The type in words. */
  readonly words: string
  /** The allowed values of an enumeration. */
  readonly values: readonly string[]
  readonly fallback: string | null
  readonly required: boolean
  readonly description: string | null
  readonly extension: boolean
}

/** The shape of a value with all its members, including those of named schemas. */
export interface SchemaView {
  readonly words: string
  /** One list of members for each alternative of the value; empty for a value without members. */
  readonly forms: readonly (readonly MemberView[])[]
  /** Unlisted members are allowed too. */
  readonly open: boolean
}

/** Describes a JSON Schema of the OpenAPI document. */
export function schemaView(schema: JsonObject, named: NamedSchemas = {}): SchemaView {
  const inner = elementOf(resolve(schema, named), named)
  const forms = formsOf(inner, named)
  return {
    words: wordsOf(schema, named),
    forms: forms.map((form) => membersOf(form, { named, prefix: '', depth: 0 })).filter(({ length }) => length > 0),
    open: forms.some(({ additionalProperties }) => isObject(additionalProperties)),
  }
}

/** A parameter, which stands alone. */
export const valueView = (schema: JsonObject): Pick<MemberView, 'words' | 'values' | 'fallback'> => ({
  words: wordsOf(schema, {}),
  values: valuesOf(elementOf(schema, {})),
  fallback: schema.default === undefined ? null : String(schema.default),
})

interface Place {
  readonly named: NamedSchemas
  /** The prefix of the member names here. */
  readonly prefix: string
  readonly depth: number
}

/** Deeper than anything a reader looks up here; ends recursive schemas. */
const depthMax = 4

function membersOf({ properties, required, additionalProperties }: JsonObject, place: Place): MemberView[] {
  const names = Array.isArray(required) ? required : []
  const listed = Object.entries(isObject(properties) ? properties : {})
  const members = listed.flatMap(([name, member]) =>
    isSchema(member) ? memberOf(name, member, names.includes(name), place) : [],
  )
  // If no member has a name, each gets its own.
  const others = listed.length === 0 && isSchema(additionalProperties) ? additionalProperties : {}
  return Object.keys(others).length === 0 ? members : memberOf('{…}', others, false, place)
}

function memberOf(name: string, schema: JsonObject, required: boolean, { named, prefix, depth }: Place): MemberView[] {
  const whole = resolve(schema, named)
  const inner = elementOf(whole, named)
  const full = `${prefix}${name}`
  const member = {
    ...valueView(whole),
    words: wordsOf(schema, named),
    values: valuesOf(inner),
    name: full,
    depth,
    required,
    description: [schema.description, whole.description].find((text) => typeof text === 'string') ?? null,
    extension: schema['x-extension'] === true,
  }
  if (depth >= depthMax) return [member]
  const below = { named, prefix: `${full}${whole.type === 'array' ? '[]' : ''}.`, depth: depth + 1 }
  return [member, ...formsOf(inner, named).flatMap((form) => membersOf(form, below))]
}

const isSchema = (value: unknown): value is JsonObject => isObject(value)

/** The name of a referenced schema; empty for any other. */
const nameOf = ({ $ref }: JsonObject): string => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '')

const resolve = (schema: JsonObject, named: NamedSchemas): JsonObject => named[nameOf(schema)] ?? schema

/** The schema itself, or that of the elements of an array. */
function elementOf(schema: JsonObject, named: NamedSchemas): JsonObject {
  return schema.type === 'array' && isSchema(schema.items) ? elementOf(resolve(schema.items, named), named) : schema
}

/** The alternatives of a value; omits `null`. */
function formsOf(schema: JsonObject, named: NamedSchemas): JsonObject[] {
  if (!Array.isArray(schema.anyOf)) return [schema]
  return schema.anyOf
    .filter(isSchema)
    .flatMap((one) => formsOf(elementOf(resolve(one, named), named), named))
    .filter(({ type }) => type === 'object')
}

/** The allowed values; the words say whether `null` is allowed too. */
function valuesOf(schema: JsonObject): string[] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((one) => (isSchema(one) ? valuesOf(one) : []))
  return (Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []).map(String)
}

function wordsOf(schema: JsonObject, named: NamedSchemas): string {
  const { type, format, items, anyOf } = resolve(schema, named)
  if (Array.isArray(anyOf))
    return [...new Set(anyOf.map((one) => (isSchema(one) ? wordsOf(one, named) : '')))].filter(Boolean).join(' or ')
  if (type === 'array') return ['array of', isSchema(items) ? wordsOf(items, named) : ''].join(' ').trim()
  const name = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'anything'
  return typeof format === 'string' ? `${name} (${format})` : name
}

import { isObject, type JsonObject } from '@/lib/core/json'

/** The shape of a value, as a reader sees it. */
export interface SchemaView {
  /** The type in words; empty for anything at all. */
  readonly words: string
  /** Named schema that it is, or that its elements are. */
  readonly ref: string | null
  readonly description: string | null
  /** Values that are allowed, where there are only some. */
  readonly values: readonly string[]
  readonly fallback: string | null
  readonly extension: boolean
  /** Members, for an object. */
  readonly members: readonly MemberView[]
  /** Members that are not named here may come too. */
  readonly open: boolean
}

export interface MemberView extends SchemaView {
  readonly name: string
  readonly required: boolean
}

/** What a JSON Schema of the description of the interface says. */
export function schemaView(schema: JsonObject): SchemaView {
  const inner = elementOf(schema)
  const { properties, required } = inner
  const names = Array.isArray(required) ? required : []
  return {
    words: wordsOf(schema),
    ref: nameOf(inner) || null,
    description: typeof schema.description === 'string' ? schema.description : null,
    values: (Array.isArray(inner.enum) ? inner.enum : 'const' in inner ? [inner.const] : []).map(String),
    fallback: schema.default === undefined ? null : String(schema.default),
    extension: schema['x-extension'] === true,
    members: isSchema(properties)
      ? Object.entries(properties).flatMap(([name, member]) =>
          isSchema(member) ? [{ ...schemaView(member), name, required: names.includes(name) }] : [],
        )
      : [],
    open: isObject(inner.additionalProperties),
  }
}

const isSchema = (value: unknown): value is JsonObject => isObject(value)

/** The schema itself, or that of the elements of an array. */
function elementOf(schema: JsonObject): JsonObject {
  return schema.type === 'array' && isSchema(schema.items) ? elementOf(schema.items) : schema
}

/** The name of a schema that is referred to; empty for any other. */
const nameOf = ({ $ref }: JsonObject): string => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '')

function wordsOf(schema: JsonObject): string {
  const { type, format, items, anyOf, $ref } = schema
  if (typeof $ref === 'string') return ''
  if (Array.isArray(anyOf))
    return [...new Set(anyOf.map((one) => (isSchema(one) ? nameOf(one) || wordsOf(one) : '')))]
      .filter(Boolean)
      .join(' or ')
  if (type === 'array') return ['array of', isSchema(items) ? wordsOf(items) : ''].join(' ').trim()
  const name = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : ''
  return typeof format === 'string' ? `${name} (${format})` : name
}

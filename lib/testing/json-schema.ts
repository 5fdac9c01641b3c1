import { isObject } from '@/lib/core/json'

type Schema = Record<string, unknown>

/**
 * What is wrong with a value by a JSON Schema (draft 2020-12), as sentences with the place. Knows the keywords that our
 * description of the interface uses, and throws at any other, so that no rule is passed over in silence.
 */
export function schemaFaults(schema: unknown, value: unknown, root: unknown, at = '$'): string[] {
  if (!isObject(schema)) throw new Error(`${at}: a schema must be an object`)
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (annotations.has(keyword) || keyword.startsWith('x-')) return []
    const judge = keywords[keyword]
    if (judge === undefined) throw new Error(`${at}: the keyword ${keyword} is not known here`)
    return judge({ rule, value, schema, root, at })
  })
}

const annotations = new Set(['default', 'description', 'title', 'examples'])

interface Place {
  readonly rule: unknown
  readonly value: unknown
  readonly schema: Schema
  readonly root: unknown
  readonly at: string
}

const keywords: Readonly<Record<string, (place: Place) => string[]>> = {
  $ref: ({ rule, value, root, at }) => schemaFaults(resolve(String(rule), root), value, root, at),
  type: ({ rule, value, at }) =>
    listOf(rule).some((type) => isOfType(value, String(type))) ? [] : [`${at}: is no ${String(rule)}`],
  enum: ({ rule, value, at }) =>
    listOf(rule).includes(value) ? [] : [`${at}: ${show(value)} is none of ${show(rule)}`],
  const: ({ rule, value, at }) => (value === rule ? [] : [`${at}: is not ${show(rule)}`]),
  anyOf: ({ rule, value, root, at }) =>
    listOf(rule).some((one) => schemaFaults(one, value, root, at).length === 0) ? [] : [`${at}: fits no alternative`],
  required: ({ rule, value, at }) =>
    isObject(value)
      ? listOf(rule)
          .filter((name) => !Object.hasOwn(value, String(name)))
          .map((name) => `${at}: lacks ${String(name)}`)
      : [],
  properties: ({ rule, value, root, at }) =>
    isObject(value) && isObject(rule)
      ? Object.entries(rule).flatMap(([name, inner]) =>
          Object.hasOwn(value, name) ? schemaFaults(inner, value[name], root, `${at}.${name}`) : [],
        )
      : [],
  additionalProperties: ({ rule, value, schema, root, at }) => {
    if (!isObject(value)) return []
    const declared = isObject(schema.properties) ? schema.properties : {}
    const others = Object.keys(value).filter((name) => !Object.hasOwn(declared, name))
    if (rule === false) return others.map((name) => `${at}: has the undocumented member ${name}`)
    return others.flatMap((name) => schemaFaults(rule, value[name], root, `${at}.${name}`))
  },
  propertyNames: ({ rule, value, root, at }) =>
    isObject(value) ? Object.keys(value).flatMap((name) => schemaFaults(rule, name, root, `${at} name`)) : [],
  items: ({ rule, value, root, at }) =>
    Array.isArray(value) ? value.flatMap((one, index) => schemaFaults(rule, one, root, `${at}[${index}]`)) : [],
  minItems: ({ rule, value, at }) => tooFew(Array.isArray(value) ? value.length : null, rule, at),
  maxItems: ({ rule, value, at }) => tooMany(Array.isArray(value) ? value.length : null, rule, at),
  minLength: ({ rule, value, at }) => tooFew(typeof value === 'string' ? value.length : null, rule, at),
  maxLength: ({ rule, value, at }) => tooMany(typeof value === 'string' ? value.length : null, rule, at),
  minimum: ({ rule, value, at }) => tooFew(typeof value === 'number' ? value : null, rule, at),
  maximum: ({ rule, value, at }) => tooMany(typeof value === 'number' ? value : null, rule, at),
  pattern: ({ rule, value, at }) =>
    typeof value === 'string' && !new RegExp(String(rule), 'u').test(value)
      ? [`${at}: does not fit ${show(rule)}`]
      : [],
  format: ({ rule, value, at }) =>
    typeof value === 'string' && !hasFormat(value, String(rule)) ? [`${at}: is no ${String(rule)}`] : [],
}

function hasFormat(value: string, format: string): boolean {
  switch (format) {
    case 'uuid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    case 'uri':
      return URL.canParse(value)
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
    case 'binary':
      return true
    default:
      throw new Error(`The format ${format} is not known here`)
  }
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function resolve(pointer: string, root: unknown): unknown {
  if (!pointer.startsWith('#/')) throw new Error(`The reference ${pointer} leads out of the document`)
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), root)
}

const listOf = (rule: unknown): readonly unknown[] => (Array.isArray(rule) ? rule : [rule])
const show = (value: unknown): string => JSON.stringify(value)
const tooFew = (size: number | null, rule: unknown, at: string): string[] =>
  size !== null && size < Number(rule) ? [`${at}: is below ${String(rule)}`] : []
const tooMany = (size: number | null, rule: unknown, at: string): string[] =>
  size !== null && size > Number(rule) ? [`${at}: is above ${String(rule)}`] : []

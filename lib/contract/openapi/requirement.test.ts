import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { covers } from '@/lib/testing/covers'
import {
  freeForm,
  issuers,
  json,
  type Members,
  messages,
  operations,
  undescribedQuery,
  unwrittenMessages,
} from '@/lib/testing/required-interface'
import { buildOpenApi } from './build-openapi'
import type { Content, Operation } from './document'

const description = buildOpenApi()
const { schemas } = description.components
const isOurs = (schema: unknown): boolean => isObject(schema) && schema['x-extension'] === true
const named = new Set([...Object.keys(messages), ...Object.keys(freeForm), ...unwrittenMessages])

/** Members of an object schema, without our extensions, as comparable facts. */
const membersOf = ({ properties, required }: JsonObject): Members => {
  const names = Array.isArray(required) ? required : []
  const all = isObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    all
      .filter(([, member]) => !isOurs(member))
      .map(([name, member]) => [names.includes(name) ? name : `${name}?`, factOf(member)]),
  )
}

/** Members that nobody requires and that are not marked as ours, each with what to do. */
function unmarked(described: Members, required: Members): string[] {
  const known = new Set(Object.keys(required).map((name) => name.replace(/\?$/, '')))
  return Object.keys(described)
    .map((name) => name.replace(/\?$/, ''))
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `${name} is not required, so it is ours: its schema needs .meta({ 'x-extension': true }), an option of a session \`...extension\` in the meta of its record in session-options.ts`,
    )
}

/** A schema in one line. Objects without named members are `object`. */
function factOf(schema: Json | undefined): string {
  if (!isObject(schema)) return 'any'
  const { $ref, const: only, enum: values, anyOf, type, format, pattern, items, minimum, default: fallback } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    if (named.has(name)) return name
    return factOf(schemas[name])
  }
  const usual = fallback === undefined ? '' : ` = ${JSON.stringify(fallback)}`
  if (only !== undefined) return JSON.stringify(only) + usual
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ') + usual
  if (Array.isArray(anyOf)) return anyOf.map((one) => factOf(one)).join(' | ')
  if (type === 'array') {
    const { minItems, maxItems } = schema
    const count = minItems !== undefined && minItems === maxItems ? `exactly ${String(minItems)} ` : ''
    return `array of ${count}${factOf(items)}`
  }
  if (type === 'object') {
    const members = membersOf(schema)
    const isOpen = isObject(schema.additionalProperties)
    if (Object.keys(members).length === 0 || isDocument(members)) return 'object'
    const told = Object.entries(members).map(([name, fact]) => `${name}: ${fact}`)
    return `{ ${[...told, ...(isOpen ? ['…'] : [])].join(', ')} }`
  }
  if (type === undefined) return 'any'
  const words = Array.isArray(type) ? type.join(' | ') : String(type)
  const of = typeof format === 'string' ? ` (${format})` : typeof pattern === 'string' ? ` ${pattern}` : ''
  const from = typeof minimum === 'number' ? ` from ${minimum}` : ''
  return words + of + from + usual
}

/** Metadata and offers: free-form in the requirement, described here as in the specifications. */
const isDocument = (members: Members): boolean =>
  ['credential_issuer', 'issuer'].some((name) => Object.hasOwn(members, name))

const bodiesOf = (content: Content = {}): Members =>
  Object.fromEntries(Object.entries(content).map(([media, { schema }]) => [media, factOf(schema)]))

function parametersOf(name: string, { parameters = [] }: Operation): Members {
  return Object.fromEntries(
    parameters
      .filter((one) => one['x-extension'] === undefined)
      .filter((one) => one.in !== 'query' || !undescribedQuery.includes(name))
      .map(({ name: parameter, in: place, required, schema }) => [
        `${place} ${parameter}${required ? '' : '?'}`,
        factOf(schema),
      ]),
  )
}

const described = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
)

describe('the description beside what is required', () => {
  covers('D14')
  it('has the required operations, and marks every other one as ours', () => {
    const required = described.filter(([, operation]) => operation['x-extension'] === undefined).map(([name]) => name)
    expect(required.sort()).toEqual(Object.keys(operations).sort())
  })

  covers('D14')
  it.each(Object.entries(operations))('%s accepts and returns what is required', (name, wanted) => {
    const operation = new Map<string, Operation>(described).get(name)
    expect(operation && parametersOf(name, operation)).toEqual(wanted.parameters ?? {})
    const body = Object.fromEntries(
      Object.entries(wanted.body ?? {}).map(([media, fact]) => [media.replace(/\?$/, ''), fact]),
    )
    expect(bodiesOf(operation?.requestBody?.content)).toMatchObject(body)
    const isOptional = Object.keys(wanted.body ?? {}).some((media) => media.endsWith('?'))
    expect(operation?.requestBody?.required).toBe(wanted.body === undefined ? undefined : !isOptional)
    const [status, answer] = wanted.success
    expect(bodiesOf(operation?.responses[status]?.content)).toMatchObject(answer)
    for (const other of wanted.others ?? [])
      expect([other, bodiesOf(operation?.responses[other]?.content)]).toEqual([other, json('Error')])
    const demanded = (operation?.security ?? []).map((one) => Object.keys(one)[0])
    // Where a token is only required by configuration, an empty requirement means that none needs to be sent.
    expect(demanded.includes(undefined) ? undefined : demanded[0]).toBe(wanted.security)
  })

  it.each(Object.entries(messages))(
    '%s has the required members, and marks every other one as ours',
    (name, members) => {
      const described = membersOf(schemas[name] ?? {})
      expect(unmarked(described, members)).toEqual([])
      expect(described).toEqual(members)
    },
  )

  it.each(Object.entries(freeForm))('%s has the required members beside those of the protocol', (name, members) => {
    expect(membersOf(schemas[name] ?? {})).toMatchObject(members)
    expect(isObject(schemas[name]?.additionalProperties)).toBe(true)
  })

  covers('D14')
  it.each([
    [true, 'header DPoP'],
    [false, 'header DPoP?'],
  ])('requires a DPoP proof for a pushed request like the installation: %s', (parRequireDpop, header) => {
    const operation = buildOpenApi({ parRequireDpop }).paths[`${issuers}/par`]?.post
    expect(operation && Object.keys(parametersOf('', operation))).toContain(header)
  })
})

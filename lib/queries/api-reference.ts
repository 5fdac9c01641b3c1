import 'server-only'
import { connection } from 'next/server'
import type { NamedBody } from '@/lib/contract/contract-entry'
import { examplesAt } from '@/lib/contract/examples/examples'
import type { OperationExample } from '@/lib/contract/examples/operation-example'
import type { Content, OpenApiDocument, Operation, ResponseObject } from '@/lib/contract/openapi/document'
import { container } from '@/lib/server/container'
import { type MemberView, type NamedSchemas, type SchemaView, schemaView, valueView } from './schema-view'

/** A body in one media type. */
export interface BodyView {
  readonly mediaType: string
  readonly schema: SchemaView
  /** Bodies to try, each with what it makes. */
  readonly examples?: readonly NamedBody[]
}

interface AnswerView {
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  readonly bodies: readonly BodyView[]
}

/** A query parameter or a header field. */
type ParameterView = MemberView & { readonly place: string }

export interface OperationView {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** An extension of ours, not part of the required interface. */
  readonly extension: boolean
  readonly access: string | null
  readonly parameters: readonly ParameterView[]
  readonly requests: readonly BodyView[]
  /** Every response except refusals with the usual body. */
  readonly answers: readonly AnswerView[]
  /** Refusal statuses with the usual body that not every operation has. */
  readonly refusals: readonly string[]
  readonly example: OperationExample
}

interface OperationGroup {
  readonly name: string
  readonly description: string
  readonly operations: readonly OperationView[]
}

/** A refusal with the usual body. */
interface RefusalView {
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  /** Whether any operation may return it. */
  readonly everywhere: boolean
}

/** The API reference, as its page shows it. */
export interface ApiReference {
  readonly version: string
  readonly groups: readonly OperationGroup[]
  /** What the placeholders in braces mean. */
  readonly variables: readonly { readonly name: string; readonly description: string }[]
  readonly error: SchemaView
  readonly refusals: readonly RefusalView[]
}

const accessWords = {
  dpop: 'A DPoP-bound access token with a proof',
  operator: 'The operator token, if the installation has one',
  adminKey: 'The admin key',
} as const

/** The reference of this installation, generated from the same document as `/openapi.json`. */
export async function apiReference(): Promise<ApiReference & { readonly baseUrl: string }> {
  await connection()
  const { description, baseUrl } = container().queries
  const reference = references.get(description) ?? describeInterface(description, baseUrl)
  references.set(description, reference)
  return { ...reference, baseUrl }
}

/** Built once per OpenAPI document. */
const references = new WeakMap<OpenApiDocument, ApiReference>()

/** The API reference for this OpenAPI document. */
export function describeInterface(document: OpenApiDocument, baseUrl: string): ApiReference {
  const named = document.components.schemas
  const examples = new Map(Object.entries<OperationExample>(examplesAt(baseUrl)))
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const everywhere = statusesOfAll(operations.map(({ operation }) => operation))
  return {
    version: String(document.info.version),
    groups: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        operations: operations
          .filter(({ operation }) => operation.tags[0] === name)
          .flatMap(({ path, method, operation }) => {
            const example = examples.get(operation.operationId)
            return example === undefined ? [] : [view(path, method, operation, { named, everywhere, example })]
          }),
      }))
      // What an issuer of one session has is what every issuer has, at other addresses.
      .filter((group) => group.operations.length > 0),
    variables: variablesOf(operations.map(({ operation }) => operation)),
    error: schemaView({ $ref: '#/components/schemas/Error' }, named),
    refusals: refusalsOf(
      operations.map(({ operation }) => operation),
      everywhere,
    ),
  }
}

/** True for a refusal whose only body is the usual one. */
const isUsual = ([status, { content }]: readonly [string, ResponseObject]): boolean =>
  Number(status) >= 400 && Object.values(content ?? {}).length === 1 && Object.values(content ?? {}).every(isError)

const isError = ({ schema }: Content[string]): boolean => schema.$ref === '#/components/schemas/Error'

const usualOf = ({ responses }: Operation): [string, ResponseObject][] => Object.entries(responses).filter(isUsual)

/** Refusal statuses that every operation has. */
function statusesOfAll(operations: readonly Operation[]): ReadonlySet<string> {
  const all = operations.flatMap((operation) => Object.keys(operation.responses))
  return new Set(all.filter((status) => operations.every(({ responses }) => status in responses)))
}

function refusalsOf(operations: readonly Operation[], everywhere: ReadonlySet<string>): RefusalView[] {
  const byStatus = new Map(operations.flatMap(usualOf))
  return [...byStatus]
    .map(([status, { description, headers = {} }]) => ({
      status,
      description,
      // Statuses that only some operations add.
      headers: Object.keys(headers).filter((name) =>
        operations.every(({ responses }) => !(status in responses) || name in (responses[status]?.headers ?? {})),
      ),
      everywhere: everywhere.has(status),
    }))
    .sort((one, other) => Number(one.status) - Number(other.status))
}

const variablesOf = (operations: readonly Operation[]): ApiReference['variables'] => [
  ...new Map(
    operations
      .flatMap(({ parameters = [] }) => parameters)
      .filter((one) => one.in === 'path')
      .map(({ name, description }) => [name, { name, description }]),
  ).values(),
]

const view = (
  path: string,
  method: string,
  operation: Operation,
  {
    named,
    everywhere,
    example,
  }: { readonly named: NamedSchemas; readonly everywhere: ReadonlySet<string>; readonly example: OperationExample },
): OperationView => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  path,
  summary: operation.summary,
  extension: operation['x-extension'] === true,
  access: accessOf(operation),
  parameters: (operation.parameters ?? [])
    .filter((one) => one.in !== 'path')
    .map(({ name, in: place, required, description, schema, ...marks }) => ({
      ...valueView(schema),
      extension: marks['x-extension'] === true,
      name,
      depth: 0,
      place: place === 'header' ? 'header field' : place,
      required,
      description,
    })),
  requests: bodiesOf(operation.requestBody?.content, named),
  answers: Object.entries(operation.responses)
    .filter((entry) => !isUsual(entry))
    .map(([status, { description, headers = {}, content }]) => ({
      status,
      description,
      headers: Object.keys(headers),
      bodies: bodiesOf(content, named),
    })),
  refusals: usualOf(operation)
    .map(([status]) => status)
    .filter((status) => !everywhere.has(status)),
  example,
})

function accessOf({ security = [], 'x-scope': scope }: Operation): string | null {
  const names = security.flatMap((one) => Object.keys(one))
  if (names.includes('dpop')) return accessWords.dpop
  if (names.includes('organizationKey'))
    return `A key of the organisation${scope === undefined ? '' : ` with the scope ${scope}`}, or the admin key`
  if (names.includes('adminKey')) return accessWords.adminKey
  return names.includes('operator') ? accessWords.operator : null
}

/** Bodies by media type; one that is also listed under any other type is shown once. */
const bodiesOf = (content: Content = {}, named: NamedSchemas): BodyView[] =>
  Object.entries(content)
    .filter(([mediaType]) => mediaType !== '*/*')
    .map(([mediaType, { schema, examples }]) => ({
      mediaType,
      schema: schemaView(schema, named),
      ...(examples === undefined ? {} : { examples: Object.values(examples) }),
    }))

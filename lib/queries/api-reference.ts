import 'server-only'
import { connection } from 'next/server'
import type { InterfaceSettings } from '@/lib/contract/contract-entry'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { Content, Operation } from '@/lib/contract/openapi/document'
import { container } from '@/lib/server/container'
import { type MemberView, type SchemaView, schemaView } from './schema-view'

/** A body in one media type. */
export interface BodyView {
  readonly mediaType: string
  readonly schema: SchemaView
}

export interface AnswerView {
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  readonly bodies: readonly BodyView[]
}

export interface OperationView {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Ours, not a part of the required interface. */
  readonly extension: boolean
  readonly access: string | null
  readonly parameters: readonly (MemberView & { readonly place: 'path' | 'query' | 'header' })[]
  readonly requests: readonly BodyView[]
  readonly answers: readonly AnswerView[]
}

export interface OperationGroup {
  readonly name: string
  readonly description: string
  readonly operations: readonly OperationView[]
}

/** The reference of the interface, as its page shows it. */
export interface ApiReference {
  readonly version: string
  readonly groups: readonly OperationGroup[]
  readonly schemas: readonly { readonly name: string; readonly schema: SchemaView }[]
}

const accessWords = {
  dpop: 'A DPoP-bound access token with a proof',
  operator: 'The operator token, where the installation has one',
  adminKey: 'The admin key',
} as const

/** The reference of this installation, made from the same document that is served at `/openapi.json`. */
export async function apiReference(): Promise<ApiReference> {
  await connection()
  return describeInterface(container().protocolSettings)
}

/** The reference of an installation with these settings. */
export function describeInterface(settings: InterfaceSettings): ApiReference {
  const document = buildOpenApi(settings)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags[0],
      view: view(path, method, operation),
    })),
  )
  return {
    version: String(document.info.version),
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ tag }) => tag === name).map((operation) => operation.view),
    })),
    schemas: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      schema: schemaView(schema),
    })),
  }
}

const view = (path: string, method: string, operation: Operation): OperationView => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  path,
  summary: operation.summary,
  extension: operation['x-extension'] === true,
  access: accessOf(operation),
  parameters: (operation.parameters ?? []).map(({ name, in: place, required, description, schema, ...marks }) => ({
    ...schemaView(schema),
    extension: marks['x-extension'] === true,
    name,
    place,
    required,
    description,
  })),
  requests: bodiesOf(operation.requestBody?.content),
  answers: Object.entries(operation.responses).map(([status, { description, headers = {}, content }]) => ({
    status,
    description,
    headers: Object.keys(headers),
    bodies: bodiesOf(content),
  })),
})

function accessOf({ security = [] }: Operation): string | null {
  const names = security.flatMap((one) => Object.keys(one))
  if (names.includes('dpop')) return accessWords.dpop
  if (names.includes('adminKey')) return accessWords.adminKey
  return names.includes('operator') ? accessWords.operator : null
}

const bodiesOf = (content: Content = {}): BodyView[] =>
  Object.entries(content).map(([mediaType, { schema }]) => ({ mediaType, schema: schemaView(schema) }))

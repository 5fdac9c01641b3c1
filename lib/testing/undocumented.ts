import type { Content, OpenApiDocument, Operation } from '@/lib/contract/openapi/document'
import { schemaFaults } from './json-schema'

/** A request and its answer, as they stood on the wire. */
export interface DocumentedExchange {
  readonly method: string
  /** Without query. */
  readonly path: string
  readonly requestType: string | null
  readonly requestBody: string | null
  readonly status: number
  readonly answerType: string | null
  readonly answerBody: string
}

/**
 * Where an exchange and the description of the interface differ, as sentences; empty when they agree. The answer's
 * status, media type and body must be described, and so must a request that was accepted.
 */
export function undocumented(document: OpenApiDocument, exchange: DocumentedExchange): string[] {
  const operation = operationOf(document, exchange)
  const name = `${exchange.method} ${exchange.path}`
  if (operation === null) return [`${name}: no such operation`]
  const response = operation.responses[exchange.status]
  if (response === undefined) return [`${name}: answers ${exchange.status}, which is not described`]
  const faults = bodyFaults(document, response.content, exchange.answerType, exchange.answerBody)
  const answered = faults.map((fault) => `${name}: answer ${exchange.status}: ${fault}`)
  const accepted = exchange.status < 300 && exchange.requestBody !== null && exchange.requestBody !== ''
  const asked = accepted
    ? bodyFaults(document, operation.requestBody?.content, exchange.requestType, exchange.requestBody ?? '')
    : []
  return [...answered, ...asked.map((fault) => `${name}: accepted request: ${fault}`)]
}

function operationOf(document: OpenApiDocument, { method, path }: DocumentedExchange): Operation | null {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  const fits = (template: string) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const [template] = Object.keys(document.paths)
    .filter(fits)
    .sort((one, other) => variables(one) - variables(other))
  const item = template === undefined ? undefined : document.paths[template]
  // Another method is answered 405, which each operation of the path describes.
  return item === undefined ? null : (item[wanted] ?? Object.values(item)[0] ?? null)
}

const variables = (template: string): number => template.split('{').length

function bodyFaults(
  document: OpenApiDocument,
  content: Content | undefined,
  type: string | null,
  body: string,
): string[] {
  if (content === undefined) return body === '' ? [] : ['has a body, and none is described']
  const mediaType = (type ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  const described = content[mediaType]
  if (described === undefined) return [`is ${mediaType}, which is not described`]
  return schemaFaults(described.schema, readBody(mediaType, body), document)
}

function readBody(mediaType: string, body: string): unknown {
  if (mediaType === 'application/json') return JSON.parse(body)
  return mediaType === 'application/x-www-form-urlencoded' ? Object.fromEntries(new URLSearchParams(body)) : body
}

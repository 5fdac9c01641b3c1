import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Content, OpenApiDocument, Operation, Parameter, ResponseObject } from '@/lib/contract/openapi/document'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { isObject } from '@/lib/core/shared/values/json'
import { schemaErrors } from './json-schema'

/** A request and its response, as sent. */
export interface DocumentedExchange {
  readonly method: string
  /** Without query. */
  readonly path: string
  /** Without its question mark; empty for none. */
  readonly query: string
  /** By lower-case name. */
  readonly requestHeaders: IncomingHttpHeaders
  readonly requestBody: string
  readonly status: number
  /** By lower-case name. */
  readonly answerHeaders: OutgoingHttpHeaders
  readonly answerBody: string
}

/**
 * The differences between an exchange and the OpenAPI document, as sentences; empty when they agree. Status, header
 * fields, media type and body of the response must be described, and so must an accepted request. Anything undescribed
 * must be answered as not existing.
 */
export function undocumented(document: OpenApiDocument, exchange: DocumentedExchange): string[] {
  const name = `${exchange.method} ${exchange.path}`
  const found = (errors: readonly string[], what: string) => errors.map((error) => `${name}: ${what}: ${error}`)
  const operation = described(document, exchange)
  if (operation === null) return found(absentErrors(document, exchange), `answer ${exchange.status}`)
  // What a tester put there can be anything; such a reply is a sandbox in a browser.
  if (exchange.answerHeaders['content-security-policy'] === 'sandbox' && operation.responses.default) return []
  const response = operation.responses[exchange.status]
  if (response === undefined) return [`${name}: answers ${exchange.status}, which is not described`]
  const isHead = exchange.method === 'HEAD'
  const answered = [
    ...headerErrors(response, exchange.answerHeaders),
    ...(isHead ? [] : bodyErrors(document, response.content, exchange.answerHeaders, exchange.answerBody)),
    ...memberErrors(document, response, exchange),
  ]
  // 303 reads nothing of a request: it leads people to the page, which asks for what is missing.
  const accepted = exchange.status < 400 && exchange.status !== 303 && operation === ownOperation(document, exchange)
  return [
    ...found(answered, `answer ${exchange.status}`),
    ...found(
      accepted && !hasSealedParts(exchange)
        ? requestErrors(document, operation, exchange).filter((error) => error !== leavesQueryOut)
        : [],
      'accepted request',
    ),
  ]
}

/** The requirement describes an object, and a tester's null leaves the query out of the request on purpose. */
const leavesQueryOut = '$.dcql_query must be object'

/** A run's requests carry sealed values of its definition, which only worker and service know. */
const hasSealedParts = ({ requestHeaders, requestBody }: DocumentedExchange): boolean =>
  requestHeaders[pipelineHeader] !== undefined && requestBody.includes('"sealed":')

/**
 * The operation that describes an exchange; `null` if no path matches, and for a CORS preflight. Other methods get a
 * 405, which each operation of the path describes.
 */
export function described(document: OpenApiDocument, exchange: DocumentedExchange): Operation | null {
  if (exchange.method === 'OPTIONS') return null
  return ownOperation(document, exchange) ?? Object.values(pathItemOf(document, exchange) ?? {})[0] ?? null
}

const ownOperation = (document: OpenApiDocument, exchange: DocumentedExchange): Operation | null =>
  pathItemOf(document, exchange)?.[exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()] ?? null

/** An issuer whose identifier ends in a slash has its metadata at the described address with a slash. */
const withoutSlash = (path: string): string =>
  path.replace(/^(\/\.well-known\/openid-credential-issuer\/lab\/[^/]+)\/$/, '$1')

function pathItemOf(document: OpenApiDocument, { path }: DocumentedExchange) {
  const described = withoutSlash(path)
  const template = inOrder(document).find((one) => patternOf(one).test(described))
  return template === undefined ? undefined : document.paths[template]
}

const ordered = new WeakMap<OpenApiDocument, readonly string[]>()

/** The paths of a document, those with fewer variables first. */
function inOrder(document: OpenApiDocument): readonly string[] {
  const known = ordered.get(document)
  if (known !== undefined) return known
  const paths = Object.keys(document.paths).toSorted((one, other) => variables(one) - variables(other))
  ordered.set(document, paths)
  return paths
}

const patterns = new Map<string, RegExp>()

function patternOf(template: string): RegExp {
  const known = patterns.get(template)
  if (known !== undefined) return known
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(template, pattern)
  return pattern
}

const variables = (template: string): number => template.split('{').length

const errorContent: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** Requests outside the OpenAPI document only get an Error that says so, or the response to a preflight. */
function absentErrors(document: OpenApiDocument, { method, status, answerHeaders, answerBody }: DocumentedExchange) {
  if (method === 'OPTIONS' && status === 204) return answerBody === '' ? [] : ['has a body']
  if (![400, 404, 408, 431, 503].includes(status)) return ['no path of the description, and not answered as absent']
  if (method === 'HEAD') return []
  return bodyErrors(document, errorContent, answerHeaders, answerBody)
}

/** Header fields that the document describes for all responses, or that belong to HTTP itself. */
const everywhere = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'referrer-policy',
  'vary',
  'x-content-type-options',
])

function headerErrors({ headers = {} }: ResponseObject, sent: OutgoingHttpHeaders): string[] {
  const declared = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const extra = Object.keys(sent).filter((name) => !declared.has(name) && !everywhere.has(name))
  const absent = Object.entries(headers).filter(
    ([name, { required }]) => required === true && sent[name.toLowerCase()] === undefined,
  )
  return [
    ...extra.map((name) => `has the header ${name}, which is not described`),
    ...absent.map(([name]) => `lacks the header ${name}`),
  ]
}

function requestErrors(document: OpenApiDocument, operation: Operation, exchange: DocumentedExchange): string[] {
  const { requestBody, parameters = [] } = operation
  const query = new URLSearchParams(exchange.query)
  const received = ({ name, in: place }: Parameter): unknown =>
    place === 'query' ? (query.get(name) ?? undefined) : exchange.requestHeaders[name.toLowerCase()]
  const parameterErrors = parameters
    .filter((parameter) => parameter.in !== 'path')
    .flatMap((parameter) => {
      const value = received(parameter)
      // An empty number counts as absent.
      const isEmpty = value === '' && parameter.schema.type === 'integer'
      if (value === undefined || isEmpty)
        return parameter.required ? [`lacks the ${parameter.in} parameter ${parameter.name}`] : []
      const typed = parameter.schema.type === 'integer' ? Number(value) : value
      return schemaErrors(parameter.schema, typed, document, parameter.name)
    })
  const { requestBody: body, requestHeaders } = exchange
  if (body === '') return requestBody?.required ? [...parameterErrors, 'lacks a body'] : parameterErrors
  // A wrong fetch is recorded, but not refused.
  const served = operation.operationId === 'postRequestObject' && !isForm(requestHeaders)
  if (served) return parameterErrors
  // An undescribed body is ignored.
  const errors = requestBody === undefined ? [] : bodyErrors(document, requestBody.content, requestHeaders, body)
  return [...parameterErrors, ...errors]
}

const isForm = (headers: IncomingHttpHeaders): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** Open response schemas that describe all members: only later versions may add some. */
const wholeSchemas: readonly string[] = ['PresentationSession', 'Error', 'SessionReport'].map(
  (name) => `#/components/schemas/${name}`,
)

/** Members of a verifier's response that its schema does not name. */
function memberErrors(
  document: OpenApiDocument,
  response: ResponseObject,
  { path, answerBody }: DocumentedExchange,
): string[] {
  const { schema } = response.content?.['application/json'] ?? {}
  const $ref = schema?.$ref
  if (!path.startsWith('/openid4vp/') || typeof $ref !== 'string' || !wholeSchemas.includes($ref)) return []
  // A body in another format has no members.
  const value = jsonOrText(answerBody)
  if (!isObject(value)) return []
  const properties = document.components.schemas[$ref.split('/').at(-1) ?? '']?.properties
  const known = isObject(properties) ? properties : {}
  return Object.keys(value).flatMap((name) =>
    Object.hasOwn(known, name) ? [] : [`has the member ${name}, which is not described`],
  )
}

function bodyErrors(
  document: OpenApiDocument,
  content: Content | undefined,
  headers: OutgoingHttpHeaders,
  body: string,
): string[] {
  if (content === undefined) return body === '' ? [] : ['has a body, and none is described']
  const type = headers['content-type']
  const mediaType = (typeof type === 'string' ? type : 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  const described = content[mediaType] ?? content['*/*']
  if (described === undefined) return [`is ${mediaType}, which is not described`]
  return schemaErrors(described.schema, readBody(content[mediaType] ? mediaType : '*/*', body), document)
}

/** Parses a body of any media type as JSON. Otherwise it stays a text, which only a schema for texts allows. */
function readBody(mediaType: string, body: string): unknown {
  if (mediaType === 'application/json' || mediaType === '*/*') return jsonOrText(body)
  if (mediaType === 'multipart/form-data') return partsOf(body)
  return mediaType === 'application/x-www-form-urlencoded' ? Object.fromEntries(new URLSearchParams(body)) : body
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The parts of a form by name, as far as they are text. */
const partsOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/form-data; name="([^"]*)"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*?)\r\n--/g)].map((found) => [
      found[1] ?? '',
      found[2] ?? '',
    ]),
  )

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'

/** Header fields as sent; a name may occur several times. */
export type Fields = readonly (readonly [name: string, value: string])[]

export type JsonRecord = Record<string, unknown>

/** A response as received. */
export interface HttpAnswer {
  /** Path and query of its request. */
  readonly path: string
  readonly status: number
  readonly fields: Fields
  readonly body: string
  /** The only value of a header, or `null`. Throws when there are several. */
  header(name: string): string | null
  /** The body as JSON; throws when it is malformed. */
  json(): unknown
  /** The body as JSON object; throws when it is not one. */
  object(): JsonRecord
}

export interface HttpRequest {
  readonly method?: string
  /** Path and query, sent as given. */
  readonly path: string
  readonly headers?: Fields
  readonly body?: string | Uint8Array | null
}

export const jsonPost = (path: string, body: unknown, headers: Fields = []): HttpRequest => ({
  method: 'POST',
  path,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: JSON.stringify(body),
})

/** The header that a trusted proxy adds for a client. */
export const sentFrom = (address: string): Fields => [['X-Forwarded-For', address]]

/** Sends requests to one origin exactly as given, adding nothing. */
export interface HttpClient {
  (request: HttpRequest): Promise<HttpAnswer>
  close(): void
}

/**
 * A separate client with its own connections. `fetch` would merge repeated headers, add some, and normalise the path. A
 * `Host` header among the fields replaces the real one.
 */
export function createHttpClient(baseUrl: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port, host } = new URL(baseUrl)
  const send = ({ method = 'GET', path, headers = [], body = null }: HttpRequest): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const named = new Set(headers.map(([name]) => name.toLowerCase()))
      const fields = [...headers]
      if (!named.has('host')) fields.unshift(['Host', host])
      if (body !== null && !named.has('content-length') && !named.has('transfer-encoding'))
        fields.push(['Content-Length', String(Buffer.byteLength(body))])
      const options = { agent, hostname, port, method, path, headers: fields.flat(), setHost: false }
      const request = httpRequest(options, (incoming) => void collect(path, incoming).then(resolve, reject))
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  return Object.assign(send, { close: () => agent.destroy() })
}

async function collect(path: string, incoming: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const fields: [string, string][] = []
  const { rawHeaders } = incoming
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    fields.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  return answerOf({ path, status: incoming.statusCode ?? 0, fields, body: Buffer.concat(chunks).toString('utf8') })
}

/** A response with helpers for tests. */
export function answerOf(received: Pick<HttpAnswer, 'path' | 'status' | 'fields' | 'body'>): HttpAnswer {
  const { fields, body } = received
  const json = (): unknown => JSON.parse(body)
  return {
    ...received,
    header(name) {
      const values = fields.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
      if (values.length > 1) throw new Error(`The header ${name} came ${values.length} times.`)
      return values[0] ?? null
    },
    json,
    object() {
      const value = json()
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new Error(`No JSON object: ${body}`)
      return value as JsonRecord
    },
  }
}

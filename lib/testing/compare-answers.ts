import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import { splitTarget } from '@/lib/server/http/capture'
import { findRoute, wantsPage } from '@/lib/server/http/router'
import { type DocumentedExchange, described, undocumented } from './undocumented'

/** How a server's responses compare with the OpenAPI document so far. */
export interface Comparison {
  /** The differences, each once, as sentences. */
  readonly differences: ReadonlySet<string>
  /** Operation and status of each documented answer, e.g. `requestToken 400`. */
  readonly seen: ReadonlySet<string>
  readonly compared: () => number
}

/**
 * Compares every interface response that leaves a server with the OpenAPI document, whoever asked. It listens at the
 * server itself, before the handler, and sees what is sent, including responses to malformed HTTP. Ignores pages. Call
 * it before the first request. `wrongBodies` are deliberately wrong.
 */
export function compareAnswers(
  server: Server,
  document: OpenApiDocument,
  wrongBodies: ReadonlySet<string> = new Set(),
): Comparison {
  const differences = new Set<string>()
  const seen = new Set<string>()
  let compared = 0
  const compare = (exchange: DocumentedExchange): void => {
    if (wrongBodies.has(exchange.answerBody)) return
    compared += 1
    try {
      for (const difference of undocumented(document, exchange)) differences.add(difference)
      const operation = described(document, exchange)
      if (operation !== null) seen.add(`${operation.operationId} ${exchange.status}`)
    } catch (error) {
      differences.add(`${exchange.method} ${exchange.path}: cannot be compared: ${String(error)}`)
    }
  }
  const tap = (request: IncomingMessage, response: ServerResponse): void => {
    if (isPage(request.method ?? 'GET', request.url ?? '/', wantsPage(request.headers))) return
    const received = collect((add) => onBody(request, add))
    onSent(response, (answerBody) =>
      compare({
        ...targetOf(request.method ?? 'GET', request.url ?? '/'),
        requestHeaders: request.headers,
        requestBody: textOf(received(), request.headers['content-encoding']),
        status: response.statusCode,
        answerHeaders: response.getHeaders(),
        answerBody: textOf(answerBody, String(response.getHeader('content-encoding') ?? '')),
      }),
    )
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, tap)
  server.prependListener('clientError', (error: Error & { rawPacket?: Buffer }, socket: Socket) => {
    const [, method = '', target = ''] = /^(\S+) (\S+) HTTP\//.exec(error.rawPacket?.toString('latin1') ?? '') ?? []
    if (!target.startsWith('/') || isPage(method, target)) return
    const end = socket.end
    socket.end = ((...given: unknown[]) => {
      socket.end = end
      if (typeof given[0] === 'string')
        compare({ ...targetOf(method, target), requestHeaders: {}, requestBody: '', ...readAnswer(given[0]) })
      return (end as (...all: unknown[]) => Socket).apply(socket, given)
    }) as typeof socket.end
  })
  return { differences, seen, compared: () => compared }
}

/** Observes a body without starting it: a `data` listener would make it flow before the server reads it. */
function onBody(request: IncomingMessage, add: (chunk: Buffer) => void): void {
  const emit = request.emit.bind(request)
  request.emit = (event: string, ...given: unknown[]) => {
    if (event === 'data') add(given[0] as Buffer)
    return emit(event, ...given)
  }
}

const isPage = (method: string, target: string, asPage = false): boolean => {
  const found = findRoute(method, splitTarget(target).path, asPage)
  return found.kind === 'page' || (found.kind === 'miss' && found.near === 'pages')
}
const targetOf = (method: string, target: string) => {
  const { path, query } = splitTarget(target)
  return { method, path, query: query ?? '' }
}

/** Collects chunks; the returned function joins those received so far. */
function collect(listen: (add: (chunk: Buffer) => void) => void): () => Buffer {
  const chunks: Buffer[] = []
  listen((chunk) => void chunks.push(Buffer.from(chunk)))
  return () => Buffer.concat(chunks)
}

const textOf = (body: Buffer, encoding: string | undefined): string => unpacked(body, encoding).toString('utf8')

/**
 * The body of a refused request does not matter, and may not be gzip. An answer to HEAD has a content encoding but no
 * body.
 */
function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  try {
    if (encoding === 'br') return brotliDecompressSync(body)
    return encoding === 'gzip' ? gunzipSync(body) : body
  } catch {
    return body
  }
}

/**
 * Calls back with the whole body once the response has been written completely. A client with all that `Content-Length`
 * promises may close the connection, and then a streamed response is never ended.
 */
function onSent(response: ServerResponse, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  let isTold = false
  const keep = (chunk: unknown): void => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const kept = Buffer.from(chunk as Buffer)
    chunks.push(kept)
    bytes += kept.length
  }
  const tell = (): void => {
    if (isTold) return
    isTold = true
    then(Buffer.concat(chunks))
  }
  const { write, end } = response
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0])
    if (bytes === response.getHeader('Content-Length')) tell()
    return write.apply(response, given)
  }) as typeof write
  response.end = ((...given: unknown[]) => {
    keep(given[0])
    tell()
    return (end as (...all: unknown[]) => ServerResponse).apply(response, given)
  }) as typeof end
}

/** Parses an answer that was written as text. */
function readAnswer(text: string): Pick<DocumentedExchange, 'status' | 'answerHeaders' | 'answerBody'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const answerHeaders = Object.fromEntries(
    fields.map((field) => [field.split(':', 1)[0]?.toLowerCase() ?? '', field.slice(field.indexOf(':') + 1).trim()]),
  )
  return { status: Number(line.split(' ')[1]), answerHeaders, answerBody: rest.join('\r\n\r\n') }
}

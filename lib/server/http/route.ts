import 'server-only'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type contract, contractEntry, type OperationId, operationIds } from '@/lib/contract/contract'
import { methodsOf, pathsOf } from '@/lib/contract/contract-entry'
import type { Endpoint } from '@/lib/core/engine/endpoints/endpoint'
import type { Exchange, HeaderField, Reply } from '@/lib/core/ground/http/exchange'
import { bodyBytes } from '@/lib/core/ground/http/reply'
import { exchangeId } from '@/lib/core/ground/ports/ids'
import { serve } from '../record/serve'
import { container } from '../wiring/container'
import { errorReply } from './error-reply'
import { type Found, nowhere } from './found'
import { type PathParams, pathTable, segmentsOf } from './path-table'

type Entry = (typeof contract)[OperationId]
type Path = Entry['path'] | LabPath | SecondLabPath | ServerPath
type LabPath = Extract<Entry, { labPath: string }>['labPath']
type SecondLabPath = Extract<Entry, { secondLabPath: string }>['secondLabPath']
type ServerPath = Extract<Entry, { renderedPaths: readonly string[] }>['renderedPaths'][number]
/** The endpoint of each method that the contract has at a path. */
type EndpointsAt<At extends Path> = Readonly<
  Record<
    At extends ServerPath
      ? EntryOfServer<At>['method']
      : Extract<Entry, { path: At } | { labPath: At } | { secondLabPath: At }>['method'],
    Endpoint
  >
>
/** The entries that have the path among those of further servers. */
type EntryOfServer<At, One extends Entry = Entry> = One extends { renderedPaths: readonly string[] }
  ? At extends One['renderedPaths'][number]
    ? One
    : never
  : never

/** A path of the contract with its endpoints: what our own server runs. */
interface Route {
  readonly path: Path
  /** Operations of the contract that it answers. */
  readonly operations: readonly OperationId[]
  /** What answers a method at this path: an operation, or a miss that lists the allowed methods. */
  readonly find: (method: string, params: PathParams) => Found
}

/** Next calls it with a request; our own server takes the `route`, and runs that on the exchange as it was captured. */
type RouteHandler = ((request: Request) => Promise<Response>) & { readonly route: Route }

/** What a `route.ts` exports. */
export type RouteHandlers = Readonly<
  Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', RouteHandler>
>

/**
 * Declares what answers each method at a path of the contract; the `route.ts` of that path exports it. Other methods
 * are recorded as misdirected. In production our own server runs these endpoints on the captured request. Under `next
 * dev` and `next start` the handlers run them through the same six steps, on what the framework leaves of the request:
 * repeated headers are merged and their spelling is lost, so evidence is less exact.
 */
export function route<At extends Path>(path: At, endpoints: EndpointsAt<At>): RouteHandlers {
  const bound = bind(path, endpoints)
  const here = pathTable([bound])
  const handle = async (request: Request) => {
    const wiring = container()
    const exchange = await toExchange(request, wiring.ports.now())
    const segments = segmentsOf(exchange.path)
    const match = segments === null ? null : here(segments)
    // Next also accepts addresses with a trailing slash, which we do not serve.
    const found = match === null ? nowhere('interface') : bound.find(exchange.method, match.params)
    const reply = await serve(exchange, wiring, { found })
    return toResponse(reply ?? errorReply(null), request.method === 'HEAD')
  }
  const handler: RouteHandler = Object.assign(handle, { route: bound })
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  }
}

function bind(path: Path, endpoints: Partial<Record<Entry['method'], Endpoint>>): Route {
  const answers = operationIds.flatMap((operation) => {
    const entry = contractEntry(operation)
    const endpoint = endpoints[entry.method]
    return pathsOf(entry).includes(path) && endpoint !== undefined
      ? [{ operation, endpoint, methods: methodsOf(entry) }]
      : []
  })
  const allow = answers.flatMap(({ methods }) => methods)
  return {
    path,
    operations: answers.map(({ operation }) => operation),
    find(method, params) {
      const hit = answers.find(({ methods }) => methods.includes(method))
      if (hit) return { kind: 'operation', operation: hit.operation, endpoint: hit.endpoint, params }
      return { kind: 'miss', operation: answers[0]?.operation ?? null, allow, params, near: 'interface' }
    },
  }
}

async function toExchange(request: Request, at: Exchange['at']): Promise<Exchange> {
  const url = new URL(request.url)
  const body = new Uint8Array(await request.arrayBuffer())
  return {
    id: exchangeId(randomUUID()),
    at,
    method: request.method,
    path: url.pathname,
    query: url.search === '' ? null : url.search.slice(1),
    headers: [...hostOf(request, url), ...[...request.headers].filter(([name]) => !name.startsWith('x-forwarded-'))],
    body,
    bodyOverflow: false,
    bodyBytes: body.length,
    remoteAddress: '127.0.0.1',
  }
}

/** The host of the request; an internal request only has it in its URL. */
const hostOf = (request: Request, url: URL): HeaderField[] => (request.headers.has('host') ? [] : [['host', url.host]])

function toResponse(reply: Reply, head: boolean): Response {
  const headers = new Headers()
  for (const [name, value] of reply.headers) headers.append(name, value)
  const { status, body } = reply
  if (body?.kind !== 'stream') {
    const hasBody = !head && status !== 204 && status !== 304 && body !== null
    return new Response(hasBody ? Buffer.from(bodyBytes(body)) : null, { status, headers })
  }
  const chunks = Readable.from(body.chunks)
  if (head) chunks.destroy()
  return new Response(head ? null : (Readable.toWeb(chunks) as ReadableStream<Uint8Array>), { status, headers })
}

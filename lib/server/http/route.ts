import 'server-only'
import { type contract, contractEntry, type OperationId, operationIds } from '@/lib/contract/contract'
import { methodsOf, pathsOf } from '@/lib/contract/contract-entry'
import type { Endpoint } from '@/lib/core/engine/endpoints/endpoint'
import type { Found } from '../basics/found'
import type { PathParams } from '../basics/path-table'
import { answerNextRequest } from './next-request'

type Entry = (typeof contract)[OperationId]
type Path = Entry['path'] | LabPath | SecondLabPath | ServerPath | DoorPath
type LabPath = Extract<Entry, { labPath: string }>['labPath']
type SecondLabPath = Extract<Entry, { secondLabPath: string }>['secondLabPath']
type DoorPath = Extract<Entry, { doorPath: string }>['doorPath']
type ServerPath = Extract<Entry, { renderedPaths: readonly string[] }>['renderedPaths'][number]
/** The endpoint of each method that the contract has at a path. */
type EndpointsAt<At extends Path> = Readonly<
  Record<
    At extends ServerPath
      ? EntryOfServer<At>['method']
      : Extract<Entry, { path: At } | { labPath: At } | { secondLabPath: At } | { doorPath: At }>['method'],
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
 * are recorded as unmatched. Our own server runs these endpoints on the captured request.
 */
export function route<At extends Path>(path: At, endpoints: EndpointsAt<At>): RouteHandlers {
  const handle = (request: Request) => answerNextRequest(request)
  const handler: RouteHandler = Object.assign(handle, { route: bind(path, endpoints) })
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

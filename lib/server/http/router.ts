import { contractEntry } from '@/lib/contract/contract'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import { prefers } from '@/lib/core/shared/http/request-headers'
import { type Found, nowhere } from '../basics/found'
import type { HttpError } from '../basics/http-error'
import { isBuiltFile, type PageRoute, pageRoutes } from '../basics/page-routes'
import { decodeSegment, pathTable, segmentsOf } from '../basics/path-table'
import type { Container } from '../container'
import { serve } from '../record/serve'
import { routes } from './routes'

const routeAt = pathTable(routes.map(({ GET }) => GET.route))
const pageAt = pathTable(pageRoutes)
const builtFile: PageRoute = { path: '/_next/static', methods: ['GET', 'HEAD'], evidence: false }

/** First segments that belong to the interface: a path below one of them is never a page. */
const reserved = new Set([
  '.well-known',
  'issuers',
  'authorization-servers',
  'lab',
  'd',
  'sessions',
  'openid4vp',
  'oid4vci',
  'api',
  'healthz',
  'readyz',
  'metrics',
  'pki',
  'media',
  'badge',
  'campaigns',
  'workbenches',
  'checks.json',
  'coverage',
  'presets.json',
  'fcaf.json',
  'openapi.json',
])

/** Pages at addresses of the interface, by their paths. */
const sharedPages = new Map(pageRoutes.flatMap((page) => (page.shared === undefined ? [] : [[page.path, page]])))

/** True for an address of the interface that is a page too, so that its answer depends on `Accept`. */
export const isShared = (path: string): boolean => sharedPages.has(path)

/**
 * True for a request that gets the page where there are both: its `Accept` prefers `text/html`, or it is of Next's own
 * client, which asks for nothing but pages. RFC 9110 section 12.5.1
 */
export const wantsPage = ({
  accept,
  rsc,
}: {
  readonly accept?: string | undefined
  readonly rsc?: string | readonly string[] | undefined
}): boolean => rsc !== undefined || prefers(accept ?? null, 'text/html', 'application/json')

/**
 * Finds what answers a request, by its method and its path as received: the `route.ts` of the path, or a page. `HEAD`
 * is answered like `GET` where a `GET` only reads. `asPage`: the page where there are both.
 */
export function findRoute(method: string, path: string, asPage = false): Found {
  const segments = segmentsOf(path)
  if (segments === null) return nowhere('interface')
  const shown = asPage ? sharedPages.get(path) : undefined
  if (shown?.methods.includes(method)) return { kind: 'page', page: shown }
  const match = routeAt(segments) ?? routeAt(withoutSlash(segments))
  if (match !== null) {
    const found = match.entry.find(method, match.params)
    // Where the interface has only other methods, a page at the same path answers whatever is preferred.
    const page = found.kind === 'miss' ? findPage(path, segments) : null
    return page?.methods.includes(method) ? { kind: 'page', page } : found
  }
  if (isReserved(segments)) return findSlashed(method, segments) ?? nowhere('interface')
  const page = findPage(path, segments)
  if (page === null) return nowhere('pages')
  if (page.methods.includes(method)) return { kind: 'page', page }
  return { ...nowhere('pages'), allow: page.methods }
}

/** An operation whose path has a slash at its end; only its session says whether it is there. */
function findSlashed(method: string, segments: readonly string[]): Found | null {
  const match = segments.at(-1) === '' ? routeAt(segments.slice(0, -1)) : null
  const found = match?.entry.find(method, match.params)
  return found?.kind === 'operation' && contractEntry(found.operation).slashedPath !== undefined
    ? { ...found, slashed: true }
    : null
}

/**
 * Answers an API request through the route of its path; `null` for a page. `httpError`: why the request is not valid
 * HTTP.
 */
export const answerExchange = (
  exchange: Exchange,
  container: Container,
  httpError: HttpError | null = null,
): Promise<Reply | null> => serve(exchange, container, { found: findRoute(exchange.method, exchange.path), httpError })

/**
 * The metadata address of an issuer whose identifier ends in a slash, without that; no address for any other path.
 * Whether the issuer has such an identifier is known later. OID4VCI-1FINAL-12.2.2
 */
const withoutSlash = (segments: readonly string[]): readonly string[] =>
  segments.length === 6 && segments[5] === '' && segments[2] === 'openid-credential-issuer' && segments[3] === 'lab'
    ? segments.slice(0, -1)
    : []

/** The page at a path. Unlisted paths are not pages: Next would accept more paths than we check. */
function findPage(path: string, segments: readonly string[]): PageRoute | null {
  if (isBuiltFile(path)) return builtFile
  // Next strips the suffix and serves the path before it.
  if (segments.some((segment) => /\.rsc$/i.test(decodeSegment(segment) ?? ''))) return null
  return pageAt(segments)?.entry ?? null
}

function isReserved(segments: readonly string[]): boolean {
  const first = segments.find((segment) => segment !== '') ?? ''
  return (
    reserved.has(decodeSegment(first) ?? first) ||
    // `/trust` itself is a page.
    (segments[1] === 'trust' && segments.length > 2) ||
    segments.includes('.well-known') ||
    (segments[1] === '' && segments.length > 2)
  )
}

import type { IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { ProtocolError } from '@/lib/core/errors'
import type { HeaderField } from '@/lib/core/http/exchange'
import type { EpochMillis } from '@/lib/core/time'
import type { Container } from './container'
import { foreignOriginRefusal } from './foreign-origin'
import { hostRefusal, operatorRefusal } from './operator'
import { isDevelopmentPath, notFoundPath, type PageRoute } from './page-routes'
import { isEvidencePath, type Route } from './router'

/** Bytes that the body of a form on our pages may have. */
const pageBodyBytesMax = 64 * 1024

/** Tells pages the address of the client; what a client sends under this name is overwritten. */
const clientAddressHeader = 'x-wallet-capture-client-address'

const notFoundPage: PageRoute = { path: notFoundPath, methods: ['GET', 'HEAD'], evidence: false }
const developmentFile: PageRoute = { path: '/_next', methods: ['GET', 'HEAD', 'POST'], evidence: false }

/**
 * The page that answers a request; `null` where it is the interface that answers. A browser that leads nowhere is shown
 * the page that says so, by a path of ours: its own one never reaches Next.
 */
export function pageFor(
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { found, path, dev }: { readonly found: Route; readonly path: string; readonly dev: boolean },
): PageRoute | null {
  if (found.kind === 'page') return found.page
  if (found.kind !== 'miss' || found.near !== 'pages' || found.allow.length > 0) return null
  if (dev && isDevelopmentPath(path)) return developmentFile
  const isBrowser = /\btext\/html\b/.test(headers.accept ?? '')
  return isBrowser && notFoundPage.methods.includes(method) && !isEvidencePath(path) ? notFoundPage : null
}

/** What a page request is refused for before any framework reads it; `null` when nothing is wrong. */
export function pageRefusal(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  page: PageRoute,
  {
    container,
    ...asked
  }: {
    readonly container: Pick<Container, 'isOwnHost' | 'operatorToken' | 'operatorTokenLimit' | 'protocolSettings'>
    readonly remoteAddress: string
    readonly at: EpochMillis
  },
): ProtocolError | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const headers = ['host', 'authorization', 'origin', 'sec-fetch-site'].flatMap((name): HeaderField[] =>
    [request.headers[name] ?? []].flat().map((value) => [name, value]),
  )
  const misdirected = hostRefusal({ headers }, container)
  if (misdirected) return misdirected
  const foreign = request.method === 'POST' ? foreignOriginRefusal({ headers }, container) : null
  if (foreign) return foreign
  if (page.evidence) {
    const refusal = operatorRefusal({ headers, ...asked }, container)
    if (refusal) return refusal
  }
  // A form of ours is small and says how long it is.
  if (encoding !== undefined || Number(length ?? 0) > pageBodyBytesMax) {
    return new ProtocolError(
      'request_too_large',
      `A form must state its length, and it must not be longer than ${pageBodyBytesMax} bytes.`,
    )
  }
  return isReadableTree(request.headers['next-router-state-tree'])
    ? null
    : new ProtocolError('invalid_request', 'The header Next-Router-State-Tree cannot be read: load the page anew.')
}

/** Asks the reader that Next uses while it draws: there a header that it cannot read ends in 500. */
function isReadableTree(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}

/**
 * What of a request's header fields is for pages, in lower case: negotiation, conditions, credentials, and how Next's own
 * client asks for a part of a page. Next takes paths, statuses and actions out of many more; those are its own business.
 */
const passedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'range',
  'rsc',
  'sec-fetch-site',
  'user-agent',
])

/** What `next dev` wants beside them. */
const developmentHeaders: ReadonlySet<string> = new Set([
  'cookie',
  'next-hmr-refresh',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'x-nextjs-html-request-id',
  'x-nextjs-request-id',
])

/** Leaves of a request what pages may know: the path that was looked at, headers that lead to no other, who asks. */
export function prepareForPages(
  request: IncomingMessage,
  input: {
    readonly page: PageRoute
    readonly path: string
    readonly query: string | null
    readonly clientAddress: string
    /** As the answer has it: Next reads there which nonce its own scripts carry. */
    readonly policy: string
    readonly dev: boolean
  },
): void {
  const { page, path, query, clientAddress, policy, dev } = input
  // An absolute target is a proxy's way of asking; pages know paths only.
  request.url = page === notFoundPage ? notFoundPath : query === null ? path : `${path}?${query}`
  const isPassed = (name: string) =>
    passedHeaders.has(name) || (name === 'cookie' && page.cookie === true) || (dev && developmentHeaders.has(name))
  for (const name of Object.keys(request.headers)) if (!isPassed(name)) delete request.headers[name]
  request.rawHeaders = request.rawHeaders.filter((_, index, all) =>
    isPassed((all[index - (index % 2)] ?? '').toLowerCase()),
  )
  request.headers[clientAddressHeader] = clientAddress
  request.headers['content-security-policy'] = policy
}

import type { IncomingMessage } from 'node:http'
import type { HeaderField } from '@/lib/core/shared/http/exchange'
import { formPairsMax } from '@/lib/core/shared/http/limits'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { isEvidencePath } from '../basics/evidence-path'
import type { Found } from '../basics/found'
import { isDevelopmentPath, notFoundPath, type PageRoute } from '../basics/page-routes'
import type { Container } from '../container'
import { foreignOriginRefusal } from '../guard/foreign-origin'
import { hostRefusal, operatorRefusal } from '../guard/operator'
import { splitTarget } from './capture'
import { isRouterState } from './router-state'

/** Maximum bytes of a form body on our pages. */
const pageBodyBytesMax = 64 * 1024

/** Passes the client address to pages; overwrites what a client sends under this name. */
const clientAddressHeader = 'x-wallet-capture-client-address'

/** Tells pages which session the request may read without the operator token; a client cannot send it. */
const openedSessionHeader = 'x-wallet-capture-opened-session'

const notFoundPage: PageRoute = { path: notFoundPath, methods: ['GET', 'HEAD'], evidence: false }
const developmentFile: PageRoute = { path: '/_next', methods: ['GET', 'HEAD', 'POST'], evidence: false }

/**
 * The page for a request; `null` if the API answers it. For an unknown path a browser gets our not-found page under our
 * own path: the requested path never reaches Next.
 */
export function pageFor(
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { found, path, dev }: { readonly found: Found; readonly path: string; readonly dev: boolean },
): PageRoute | null {
  if (found.kind === 'page') return found.page
  if (found.kind !== 'miss' || found.near !== 'pages' || found.allow.length > 0) return null
  if (dev && isDevelopmentPath(path)) return developmentFile
  const isBrowser = /\btext\/html\b/.test(headers.accept ?? '')
  return isBrowser && notFoundPage.methods.includes(method) && !isEvidencePath(path) ? notFoundPage : null
}

/** Why a page request is refused before any framework reads it; `null` if nothing is wrong. */
export function pageRefusal(
  request: Pick<IncomingMessage, 'method' | 'headers' | 'headersDistinct' | 'url'>,
  page: PageRoute,
  {
    container,
    opened,
    ...asked
  }: {
    readonly container: Pick<Container, 'isOwnHost' | 'operatorToken' | 'operatorTokenLimit' | 'protocolSettings'>
    readonly remoteAddress: string
    readonly at: EpochMillis
    /** The session that the request may read without the operator token; `null` for none. */
    readonly opened: string | null
  },
): ProtocolError | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  // Node keeps only the first value of a repeated header in `headers`; here are all of them.
  const headers = ['host', 'authorization', 'origin', 'sec-fetch-site'].flatMap((name): HeaderField[] =>
    (request.headersDistinct[name] ?? []).map((value) => [name, value]),
  )
  const asSent = { ...splitTarget(request.url ?? '/'), headers }
  const misdirected = hostRefusal(asSent, container)
  if (misdirected) return misdirected
  const foreign = request.method === 'POST' && page.secret !== true ? foreignOriginRefusal(asSent, container) : null
  if (foreign) return foreign
  if (page.evidence && opened === null) {
    const refusal = operatorRefusal({ headers, ...asked }, container)
    if (refusal) return refusal
  }
  // Next reads and repeats each of them several times while rendering.
  if ((request.url ?? '').split('&', formPairsMax + 1).length > formPairsMax)
    return new ProtocolError('invalid_request', `A page takes at most ${formPairsMax} parameters.`)
  // Our forms are small and state their length.
  const { bodyBytesMax = pageBodyBytesMax } = page
  if (encoding !== undefined || Number(length ?? 0) > bodyBytesMax) {
    return new ProtocolError(
      'payload_too_large',
      `A form must state its length, and it must not be longer than ${bodyBytesMax} bytes.`,
    )
  }
  const { 'next-router-state-tree': tree } = request.headers
  return tree === undefined || (typeof tree === 'string' && isRouterState(tree))
    ? null
    : new ProtocolError('invalid_request', 'The header Next-Router-State-Tree cannot be read: reload the page.')
}

/**
 * The request header fields that pages get, in lower case: negotiation, conditions, credentials, and those of Next's
 * own client for partial pages. Next derives paths, statuses and actions from many others, which are internal to it.
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

/** Additional header fields for `next dev`. */
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

/** Reduces a request to what pages may see: the checked path, harmless headers, and the client address. */
export function prepareForPages(
  request: IncomingMessage,
  input: {
    readonly page: PageRoute
    readonly path: string
    readonly query: string | null
    readonly clientAddress: string
    /** The session that the request may read without the operator token; `null` for none. */
    readonly opened: string | null
    /** As in the response: Next reads the nonce for its own scripts from this header. */
    readonly policy: string
    readonly dev: boolean
  },
): void {
  const { page, path, query, clientAddress, opened, policy, dev } = input
  const { targetHost } = splitTarget(request.url ?? '/')
  // An absolute target comes from a proxy; pages only know paths.
  request.url = page === notFoundPage ? notFoundPath : query === null ? path : `${path}?${query}`
  // Its credentials were judged, and do not count: a page that compared them again would tell right ones from wrong ones.
  const isDropped = (name: string) => name === 'authorization' && opened !== null
  const isPassed = (name: string) =>
    (passedHeaders.has(name) && !isDropped(name)) ||
    (name === 'cookie' && page.cookie === true) ||
    (dev && developmentHeaders.has(name))
  for (const name of Object.keys(request.headers)) if (!isPassed(name)) delete request.headers[name]
  request.rawHeaders = request.rawHeaders.filter((_, index, all) =>
    isPassed((all[index - (index % 2)] ?? '').toLowerCase()),
  )
  if (targetHost !== undefined) {
    // The host that was judged.
    request.headers.host = targetHost
    request.rawHeaders = request.rawHeaders.map((text, index, all) =>
      index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host' ? targetHost : text,
    )
  }
  request.headers[clientAddressHeader] = clientAddress
  if (opened !== null) request.headers[openedSessionHeader] = opened
  request.headers['content-security-policy'] = policy
}

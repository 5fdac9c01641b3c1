import type { IncomingMessage } from 'node:http'
import type { HeaderField, Reply } from '@/lib/core/shared/http/exchange'
import { prefers } from '@/lib/core/shared/http/request-headers'
import { pages } from '@/lib/pages'

interface Move {
  /** 308: for good, so that clients may remember it. 303: the address stands for a page below it. RFC 9110 15.4 */
  readonly status: 303 | 308
  readonly to: string
}

const moves: ReadonlyMap<string, Move> = new Map([
  ['/inspect/coverage', { status: 308, to: pages.coverage.path }],
  ['/inspect/coverage/statement', { status: 308, to: pages.statement.path }],
  ['/inspect/compare', { status: 308, to: pages.compare.path }],
  ['/operator', { status: 303, to: pages.operatorScoreboard.path }],
  ['/organization', { status: 303, to: pages.organizationPipelines.path }],
])

/** Addresses of the interface that people open too, and the page that shows the same. */
const shownOn: ReadonlyMap<string, string> = new Map([
  ['/coverage', pages.coverage.path],
  ['/comparison', pages.compare.path],
])

const vary: HeaderField = ['Vary', 'Accept']

/** Whether the answer at a path depends on `Accept`, which caches must know. */
export const variesByAccept = (path: string): boolean => shownOn.has(path)

/**
 * The redirect from an address that moved, or from one of the interface to the page that shows the same to people, with
 * its query; `null` for any other request. Who asks for a `format` wants that file, even in a browser.
 */
export function movedTo(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { path, query }: { readonly path: string; readonly query: string | null },
): Reply | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  const move = moves.get(path)
  if (move !== undefined) return redirect(move, query)
  const to = shownOn.get(path)
  const isForPeople = prefers(headers.accept ?? null, 'text/html', 'application/json')
  if (to === undefined || !isForPeople || new URLSearchParams(query ?? '').has('format')) return null
  return redirect({ status: 303, to }, query, [vary])
}

const redirect = ({ status, to }: Move, query: string | null, more: readonly HeaderField[] = []): Reply => ({
  status,
  headers: [['Location', query === null ? to : `${to}?${printable(query)}`], ...more],
  body: null,
})

/** Node reads bytes into a target that it does not write into a header field. */
const printable = (query: string): string =>
  query.replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

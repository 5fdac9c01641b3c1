import type { IncomingMessage } from 'node:http'
import { draftAsked, editionAsked } from '@/lib/core/campaigns/official-cases/asked-edition'
import { editions } from '@/lib/core/campaigns/official-cases/editions'
import { inert } from '@/lib/core/engine/endpoints/query-parameters'
import type { HeaderField, Reply } from '@/lib/core/shared/http/exchange'
import { textReply } from '@/lib/core/shared/http/reply'
import { prefers } from '@/lib/core/shared/http/request-headers'
import { errorStatus, isProtocolError } from '@/lib/core/shared/ports/errors'
import { besidePage, pages } from '@/lib/pages'
import { errorReply } from '../basics/error-reply'
import { refusedEditionHtml } from './refused-edition'

interface Move {
  /**
   * 308: for good, so that clients may remember it. 303: the address stands for a page below it. 307: the browser sends
   * the form again. RFC 9110 15.4
   */
  readonly status: 303 | 307 | 308
  readonly to: string
}

const moves: ReadonlyMap<string, Move> = new Map([
  ['/inspect/coverage', { status: 308, to: pages.coverage.path }],
  ['/inspect/coverage/statement', { status: 308, to: pages.statement.path }],
  ['/inspect/compare', { status: 308, to: pages.compare.path }],
  ['/operator', { status: 303, to: pages.operatorScoreboard.path }],
])

const create = ({ path }: { readonly path: string }): string => besidePage(path, 'create')

/** Where forms went that an earlier release had in its pages, one of which may still be open. For one release. */
const movedForms: ReadonlyMap<string, string> = new Map([
  ['/start', create(pages.startIssuance)],
  ['/start/presentation', create(pages.startPresentation)],
  ['/start/round-trip', create(pages.startRoundTrip)],
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
  const form = method === 'POST' ? movedForms.get(path) : undefined
  if (form !== undefined) return redirect({ status: 307, to: form }, query)
  if (method !== 'GET' && method !== 'HEAD') return null
  const isForPeople = prefers(headers.accept ?? null, 'text/html', 'application/json')
  const refused = refusedEdition({ path, query, isForPeople })
  if (refused !== null) return refused
  const move = moves.get(path)
  if (move !== undefined) return redirect(move, query)
  if (path === pages.start.path && new URLSearchParams(query ?? '').has('campaign'))
    return redirect({ status: 303, to: pages.campaigns.path }, query)
  const to = shownOn.get(path)
  if (to === undefined || !isForPeople || new URLSearchParams(query ?? '').has('format')) return null
  return redirect({ status: 303, to }, query, [vary])
}

/** What names an edition in the address of a page. */
const editionParameters = ['edition', 'compare'] as const

/**
 * The answer for a page of an edition that there is not: a page for people, else the error as the interface answers it;
 * `null` for any other page.
 */
function refusedEdition({
  path,
  query,
  isForPeople,
}: {
  readonly path: string
  readonly query: string | null
  readonly isForPeople: boolean
}): Reply | null {
  const asked: readonly string[] = [pages.coverage, pages.statement, pages.publish].map((one) => one.path)
  const page = moves.get(path)?.to ?? path
  if (!asked.includes(page)) return null
  const given = new URLSearchParams(query ?? '')
  try {
    // The page of the cases shows a draft, which no other page does.
    if (page === pages.coverage.path && draftAsked(given) !== null) given.delete('edition')
    for (const name of editionParameters) editionAsked(given, undefined, name)
    return null
  } catch (error) {
    if (!isForPeople || !isProtocolError(error)) return withVary(errorReply(error))
    for (const name of editionParameters) given.delete(name)
    const links = editions.map(({ facts: { id, title } }) => ({
      href: `${page}?${new URLSearchParams([...given, ['edition', id]])}`,
      text: `${id}: ${title}`,
    }))
    const html = refusedEditionHtml({ code: error.code, says: error.description, links })
    return withVary(textReply(errorStatus[error.code], 'text/html; charset=utf-8', html, [...inert]))
  }
}

const withVary = (reply: Reply): Reply => ({ ...reply, headers: [...reply.headers, vary] })

const redirect = ({ status, to }: Move, query: string | null, more: readonly HeaderField[] = []): Reply => ({
  status,
  headers: [['Location', query === null ? to : `${to}?${printable(query)}`], ...more],
  body: null,
})

/** Node reads bytes into a target that it does not write into a header field. */
const printable = (query: string): string =>
  query.replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

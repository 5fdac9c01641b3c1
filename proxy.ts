import { type NextRequest, NextResponse } from 'next/server'
import { pageAt, pages } from '@/lib/pages'
import { browserMarkCookie } from '@/lib/queries/browser-mark'
import { openedSession, opensEvidence } from '@/lib/queries/evidence-access'
import { goneStatus } from '@/lib/queries/missing-page'
import { askForNeeded } from '@/lib/queries/needed-first'
import { awayHeaders, inTime, isAway } from '@/lib/queries/storage-away'

/** Pages of sessions, which some requests may read without the operator token. */
const sessionPages = ['/inspect/issuance', '/inspect/presentation'] as const

/**
 * Gives pages the status that they cannot set themselves; each page says what to do. A page of evidence refuses by itself
 * too, whatever address it was reached by. The page of a presentation marks the browser that opened it.
 */
export async function proxy({ nextUrl, headers }: NextRequest): Promise<NextResponse> {
  const page = pageAt(nextUrl.pathname)
  const opened = openedSession(headers)
  const isOpened = opened !== null && sessionPages.some((path) => nextUrl.pathname === `${path}/${opened}`)
  const isOpen = isOpened || (page !== null && !('evidence' in pages[page.name]))
  if (!isOpen && !opensEvidence(headers)) {
    return NextResponse.next({
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="operator", charset="UTF-8"' },
    })
  }
  let gone: 404 | 410 | null = null
  const looking = async () => {
    gone = await inTime(goneStatus(nextUrl.pathname, headers, nextUrl.searchParams))
    if (page !== null) await askForNeeded(page.name)
  }
  if (await isAway(looking())) {
    const request = { headers: awayHeaders(headers, `${nextUrl.pathname}${nextUrl.search}`) }
    return NextResponse.next({ status: 503, headers: { 'retry-after': '10' }, request })
  }
  if (gone !== null) return NextResponse.next({ status: gone })
  const response = NextResponse.next()
  const mark = browserMarkCookie(nextUrl.pathname)
  if (mark !== null) response.cookies.set(mark)
  return response
}

export const config = {
  // Next reads the list without running it: `npm run check` compares it with the table of pages.
  matcher: [
    '/checks/:id',
    '/hub/pipelines/:organization/:slug',
    '/inspect/campaign/:campaignId',
    '/compare',
    '/cases',
    '/cases/publish',
    '/cases/statement',
    '/inspect/issuance/:sessionId',
    '/inspect/presentation/:sessionId',
    '/inspect/round-trip/:sessionId',
    '/ledger',
    '/organization',
    '/organization/pipelines/:id',
    '/present/:sessionId',
    '/runs',
    '/scoreboard',
    '/trust',
    '/verify',
    '/w/:workbenchId',
    '/w/:workbenchId/runs',
    '/w/view/:viewId',
    '/w/view/:viewId/runs',
    '/wallets',
    '/wallets/:slug',
    '/wallets/:slug/:version',
  ],
}

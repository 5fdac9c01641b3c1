import { type NextRequest, NextResponse } from 'next/server'
import { opensEvidence } from '@/lib/queries/evidence-access'
import { isMissingPage } from '@/lib/queries/missing-page'

/**
 * Gives pages the status that they cannot set themselves; each page says what to do. A page of evidence refuses by itself
 * too, whatever address it was reached by.
 */
export async function proxy({ nextUrl, headers }: NextRequest): Promise<NextResponse> {
  const isOpen = nextUrl.pathname.startsWith('/checks/') || nextUrl.pathname.startsWith('/hub/')
  if (!isOpen && !opensEvidence(headers)) {
    return NextResponse.next({
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="operator", charset="UTF-8"' },
    })
  }
  return NextResponse.next((await isMissingPage(nextUrl.pathname)) ? { status: 404 } : {})
}

export const config = {
  matcher: [
    '/checks/:id',
    '/hub/pipelines/:organization/:slug',
    '/inspect/issuance/:sessionId',
    '/inspect/presentation/:sessionId',
    '/inspect/round-trip/:sessionId',
    '/ledger',
  ],
}

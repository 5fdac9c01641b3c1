import { type NextRequest, NextResponse } from 'next/server'
import { isMissingPage } from '@/lib/queries/missing-page'

/** Gives the page of a session or check that does not exist its status; the page itself says what to do. */
export async function proxy({ nextUrl }: NextRequest): Promise<NextResponse> {
  return NextResponse.next((await isMissingPage(nextUrl.pathname)) ? { status: 404 } : {})
}

export const config = { matcher: ['/checks/:id', '/inspect/issuance/:sessionId'] }

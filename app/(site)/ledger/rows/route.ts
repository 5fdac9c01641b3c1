import type { NextRequest } from 'next/server'
import { ledgerRows } from '@/lib/queries/ledger'
import { closed } from '../../responses'

/** Polled by an open ledger page: rows newer than the newest on the page. */
export async function GET(request: NextRequest): Promise<Response> {
  const rows = await ledgerRows(request.nextUrl.searchParams.get('after'))
  if (rows === null) return closed()
  return Response.json({ rows }, { headers: { 'cache-control': 'no-store' } })
}

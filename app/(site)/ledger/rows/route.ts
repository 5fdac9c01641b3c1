import type { NextRequest } from 'next/server'
import { ledgerRows } from '@/lib/queries/ledger'

/** What an open ledger page asks for: rows that came after the newest it shows. */
export async function GET(request: NextRequest): Promise<Response> {
  const rows = await ledgerRows(request.nextUrl.searchParams.get('after'))
  return Response.json({ rows }, { headers: { 'cache-control': 'no-store' } })
}

import type { NextRequest } from 'next/server'
import { ledgerRows } from '@/lib/queries/ledger'
import { closed } from '../../responses'

/** What an open ledger page asks for: rows that came after the newest it shows. */
export async function GET(request: NextRequest): Promise<Response> {
  const rows = await ledgerRows(request.nextUrl.searchParams.get('after'))
  if (rows === null) return closed()
  return Response.json({ rows }, { headers: { 'cache-control': 'no-store' } })
}

import type { NextRequest } from 'next/server'
import { readRunView } from '@/components/runs/run-filter'
import { isUnavailable } from '@/lib/queries/is-unavailable'
import { allRuns, runsById } from '@/lib/queries/runs'
import { closed, storageAway } from '../../responses'

/** Runs by id for a browser that knows them; without ids all runs, for the operator. */
export async function GET({ nextUrl: { searchParams } }: NextRequest): Promise<Response> {
  const ids = searchParams.get('ids')
  const filter = readRunView((name) => searchParams.get(name) ?? undefined)
  try {
    const found =
      ids === null
        ? await allRuns(filter, searchParams.get('from'), true)
        : { rows: await runsById(ids.split(','), searchParams.get('key')) }
    if (found === null || found.rows === null) return closed()
    return Response.json(found, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return storageAway()
  }
}

import type { NextRequest } from 'next/server'
import { toCampaignId } from '@/lib/core/shared/ports/ids'
import { paths } from '@/lib/paths'
import { problem, seeOther } from '../../responses'

/** Takes two ticks of a list of runs where no script runs, and leads to their comparison. */
export function GET({ nextUrl: { searchParams } }: NextRequest): Response {
  const ids = searchParams.getAll('run')
  const [one = '', other = ''] = ids
  // Sessions and campaigns have ids of one form.
  return ids.length === 2 && ids.every((id) => toCampaignId(id) !== null)
    ? seeOther(paths.comparePicked(one, other))
    : problem(400, 'Tick two runs to compare them.')
}

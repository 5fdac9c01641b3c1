import type { Metadata } from 'next'
import { readRunFilter } from '@/components/runs/run-filter'
import { AllRuns, OwnRuns } from '@/components/runs/run-lists'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { isUnavailable } from '@/lib/queries/is-unavailable'
import { allRuns, type RunPage } from '@/lib/queries/runs'

export const metadata: Metadata = {
  title: 'Runs',
  description: 'Sessions and campaigns, with what they came to.',
  robots: { index: false },
}

/** While storage does not respond, renders the page without rows, so that it can retry. */
function unlessAway(error: unknown): RunPage {
  if (!isUnavailable(error)) throw error
  return { rows: [], next: null, examined: 0, isPending: true }
}

export default async function RunsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const params = await searchParams
  const filter = readRunFilter((name) => firstParam(params, name))
  const all = await allRuns(filter, null).catch(unlessAway)
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="pt-6 pb-4">
        <h1 className="text-2xl">Runs</h1>
        <p className="mt-1 max-w-[74ch] text-ink-2">
          {all === null
            ? 'Runs of this browser. Share a workbench to share runs.'
            : 'Every session and campaign on record, newest first. You see all of them because you hold the operator token.'}
        </p>
      </div>
      {all === null ? <OwnRuns filter={filter} /> : <AllRuns start={{ ...all, filter }} />}
    </div>
  )
}

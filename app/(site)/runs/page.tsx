import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { readRunView } from '@/components/runs/run-filter'
import { AllRuns, OwnRuns } from '@/components/runs/run-lists'
import { RunScopes } from '@/components/runs/run-scopes'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { isUnavailable } from '@/lib/queries/is-unavailable'
import { allRuns, type RunPage } from '@/lib/queries/runs'
import { ownScope, runScopes } from './run-scopes'

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
  const view = readRunView((name) => firstParam(params, name))
  const from = firstParam(params, 'from') ?? ''
  const isOwn = firstParam(params, 'scope') === ownScope
  const all = isOwn ? null : await allRuns(view, from).catch(unlessAway)
  const scopes = await runScopes(await headers(), all === null ? ownScope : 'all').catch((error) => {
    if (!isUnavailable(error)) throw error
    return []
  })
  const place = {
    head: <RunScopes scopes={scopes} />,
    view,
    at: paths.runs(),
    more: isOwn ? { scope: ownScope } : {},
    now: Date.now(),
  }
  return (
    <div className="mx-auto max-w-[1400px] px-4 pb-12 md:px-6">
      {all === null ? <OwnRuns {...place} /> : <AllRuns key={from} {...place} start={all} from={from} />}
      <p className="pt-3 text-sm text-ink-2">
        {all === null
          ? 'Runs of this browser. Share a workbench to share runs.'
          : 'Every session and campaign on record. You see all of them because you hold the operator token. A sort orders the page.'}
      </p>
    </div>
  )
}

import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import type { SearchParams } from '@/lib/queries/inspector-target'
import { workbenchById, workbenchTitle } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { runScopes } from '../../../runs/run-scopes'
import { unlessAway } from '../../../unless-away'
import { RunsFrame } from '../../runs-frame'

interface PageProps {
  readonly params: Promise<{ readonly workbenchId: string }>
  readonly searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Runs of a workbench', robots: { index: false }, referrer: 'no-referrer' }

/** All runs of a workbench. */
export default unlessAway(async function WorkbenchRunsPage({ params, searchParams }: PageProps) {
  const { workbenchId } = await params
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const workbench = await workbenchById(workbenchId)
  if (workbench === null) notFound()
  return (
    <RunsFrame
      workbench={workbench}
      query={await searchParams}
      scopes={await runScopes(await headers(), workbenchId, workbenchTitle(workbench))}
      at={renderedPaths.runsOfWorkbench(workbenchId)}
      back={renderedPaths.ofWorkbench(workbenchId)}
      revisionUrl={renderedPaths.workbenchRevision(workbenchId)}
      hrefOf={(line) => renderedPaths.ofWorkbench(workbenchId, { wing: line.kind, session: String(line.number) })}
    />
  )
})

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import type { SearchParams } from '@/lib/queries/inspector-target'
import { workbenchByView, workbenchTitle } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { unlessAway } from '../../../../unless-away'
import { RunsFrame } from '../../../runs-frame'

interface PageProps {
  readonly params: Promise<{ readonly viewId: string }>
  readonly searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Runs of a workbench', robots: { index: false }, referrer: 'no-referrer' }

/** All runs of a workbench, for its readers. */
export default unlessAway(async function ViewRunsPage({ params, searchParams }: PageProps) {
  const { viewId } = await params
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const workbench = await workbenchByView(viewId)
  if (workbench === null) notFound()
  const at = renderedPaths.runsOfView(viewId)
  return (
    <RunsFrame
      workbench={workbench}
      query={await searchParams}
      scopes={[{ title: workbenchTitle(workbench), href: at, isShown: true }]}
      at={at}
      back={renderedPaths.viewOfWorkbench(viewId)}
      revisionUrl={renderedPaths.viewRevision(viewId)}
      hrefOf={({ number }) => renderedPaths.viewOfWorkbench(viewId, { session: String(number) })}
    />
  )
})

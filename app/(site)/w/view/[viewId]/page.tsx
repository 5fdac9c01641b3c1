import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import type { SearchParams } from '@/lib/queries/inspector-target'
import { workbenchByView } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'
import { WorkbenchFrame, workbenchTab } from '../../workbench-frame'

interface PageProps {
  readonly params: Promise<{ readonly viewId: string }>
  readonly searchParams: Promise<SearchParams>
}

export const generateMetadata = metadataUnlessAway(async ({ params, searchParams }: PageProps): Promise<Metadata> => {
  const shared = {
    robots: { index: false },
    referrer: 'no-referrer',
    // A preview is kept where the link was pasted: it says nothing of what the link opens.
    openGraph: { title: 'Workbench' },
  } as const
  if (!(await mayReadEvidence())) return { title: 'Evidence is protected', ...shared }
  return { ...workbenchTab(await workbenchByView((await params).viewId), await searchParams), ...shared }
})

/** A workbench for readers: its runs and their evidence, without its code. */
export default unlessAway(async function WorkbenchViewPage({ params, searchParams }: PageProps) {
  const { viewId } = await params
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const workbench = await workbenchByView(viewId)
  if (workbench === null) notFound()
  return (
    <WorkbenchFrame
      workbench={workbench}
      query={await searchParams}
      revisionUrl={renderedPaths.viewRevision(viewId)}
      hrefOf={(number) => renderedPaths.viewOfWorkbench(viewId, { session: String(number) })}
      allRuns={renderedPaths.runsOfView(viewId)}
      readOnly
    />
  )
})

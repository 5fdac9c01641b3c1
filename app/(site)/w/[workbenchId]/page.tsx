import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { buttonClass } from '@/components/ui/button-class'
import { CampaignForm } from '@/components/workbench/campaign-form'
import { DoorPanel } from '@/components/workbench/door-panel'
import { ShareWorkbench } from '@/components/workbench/share-workbench'
import { isRefused } from '@/lib/actions/ask-interface'
import { visitWorkbench } from '@/lib/actions/workbench'
import { campaignNames } from '@/lib/queries/campaigns'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { formerChoice, workbenchById } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { metadataUnlessAway, unlessAway } from '../../unless-away'
import { WorkbenchFrame, workbenchTab } from '../workbench-frame'

interface PageProps {
  readonly params: Promise<{ readonly workbenchId: string }>
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
  return { ...workbenchTab(await workbenchById((await params).workbenchId), await searchParams), ...shared }
})

const wings = { issuance: 'Get a credential', presentation: 'Present one' } as const

export default unlessAway(async function WorkbenchPage({ params, searchParams }: PageProps) {
  const { workbenchId } = await params
  const query = await searchParams
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const [workbench, links] = await Promise.all([
    workbenchById(workbenchId),
    visitWorkbench(workbenchId, await headers()),
  ])
  if (workbench === null || isRefused(links)) notFound()
  const wing = firstParam(query, 'wing') === 'presentation' ? 'presentation' : 'issuance'
  const { deeplink, settings, former } = links[wing]
  return (
    <WorkbenchFrame
      workbench={workbench}
      query={query}
      revisionUrl={renderedPaths.workbenchRevision(workbenchId)}
      runReference={renderedPaths.compareInWorkbench(workbenchId)}
      hrefOf={(number) => renderedPaths.ofWorkbench(workbenchId, { wing, session: String(number) })}
      allRuns={renderedPaths.runsOfWorkbench(workbenchId)}
      share={
        <ShareWorkbench
          view={new URL(links.view_url).pathname}
          newLink={renderedPaths.newViewOfWorkbench(workbenchId)}
          end={renderedPaths.endWorkbench(workbenchId)}
        />
      }
      links={{ issuance: links.issuance.deeplink, presentation: links.presentation.deeplink }}
      door={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <nav aria-label="Kind of session" className="flex gap-1">
            {(['issuance', 'presentation'] as const).map((one) => (
              <Link
                key={one}
                href={renderedPaths.ofWorkbench(workbenchId, { wing: one })}
                aria-current={one === wing ? 'page' : undefined}
                className={buttonClass({ look: one === wing ? 'plain' : 'quiet' })}
              >
                {wings[one]}
              </Link>
            ))}
          </nav>
          <DoorPanel
            wing={wing}
            deeplink={deeplink}
            settings={settings as Readonly<Record<string, never>>}
            former={former.map((one) => ({ choice: formerChoice(one), settings: one }))}
            wallet={links.wallet}
            endsAt={wing === 'presentation' ? links.presentation.code_ends_at : null}
            change={renderedPaths.changeWorkbench(workbenchId)}
            run={renderedPaths.runWorkbenchWallet(workbenchId)}
          />
          <CampaignForm
            campaigns={campaignNames()}
            wallet={links.wallet}
            action={renderedPaths.startCampaignInWorkbench(workbenchId)}
          />
        </div>
      }
    />
  )
})

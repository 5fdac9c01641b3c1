import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { CampaignNotFound, CampaignPage, campaignTabTitle } from '@/components/campaign/campaign-page'
import { failedCasesOf, mayHideFailures } from '@/components/campaign/failed-cases'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { MessagePage } from '@/components/site/message-page'
import { waitWords } from '@/components/site/wait-words'
import { RememberSession } from '@/components/start/remember-session'
import { campaignNow, coverageNow } from '@/lib/actions/campaign'
import { newestEditionId } from '@/lib/core/campaigns/official-cases/edition-facts'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { serviceView } from '@/lib/queries/issuers'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { runsById } from '@/lib/queries/runs'
import { isBuiltIn } from '@/lib/queries/sessions'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'

interface PageProps {
  readonly params: Promise<{ readonly campaignId: string }>
}

/** Cached, so that title and page show the same state. */
const readCampaign = cache(async (id: string) => campaignNow(id, await headers()))

const titleOf = (campaign: CampaignView): string => `${campaignTabTitle(campaign)} · Wallet Capture`

export const generateMetadata = metadataUnlessAway(async ({ params }: PageProps): Promise<Metadata> => {
  const robots = { index: false }
  const now = (await mayReadEvidence()) ? await readCampaign((await params).campaignId) : null
  if (now === null || 'refused' in now) return { title: 'Campaign', robots }
  return { title: { absolute: titleOf(now.campaign) }, robots }
})

export default unlessAway(async function Page({ params }: PageProps) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const now = await readCampaign((await params).campaignId)
  if (now === null) return <CampaignNotFound />
  if ('refused' in now)
    return (
      <MessagePage title="The next session could not be created" actions={null}>
        <p>
          {now.reason} Reload the page {now.waitSeconds === null ? 'later' : `in ${waitWords(now.waitSeconds)}`}.
        </p>
      </MessagePage>
    )
  const { campaign } = now
  const id = campaign.campaign_id
  const [{ baseUrl }, runs, builtIn, coverage] = await Promise.all([
    serviceView(),
    runsById([id]),
    isBuiltIn(id),
    mayHideFailures(campaign)
      ? coverageNow(campaign.wallet, await headers(), { edition: newestEditionId, compare: null })
      : null,
  ])
  return (
    <>
      <CampaignPage
        {...now}
        misbehaviours={[...allMisbehaviours(), ...allVerifierMisbehaviours()]}
        failedCases={failedCasesOf(campaign, coverage)}
        builtIn={builtIn}
        baseUrl={baseUrl}
        pageTitle={titleOf(campaign)}
        now={Date.now()}
      />
      {runs?.[0] && <RememberSession {...runs[0]} />}
    </>
  )
})

import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { CampaignNotFound } from '@/components/campaign/campaign-not-found'
import { CampaignPage } from '@/components/campaign/campaign-page'
import { RememberSession } from '@/components/inspector/remember-session'
import { EvidenceClosed } from '@/components/site/evidence-closed'
import { MessagePage } from '@/components/site/message-page'
import { waitWords } from '@/components/site/wait-words'
import { campaignNow } from '@/lib/actions/campaign'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { runsById } from '@/lib/queries/runs'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'

interface PageProps {
  readonly params: Promise<{ readonly campaignId: string }>
}

export const metadata: Metadata = { title: 'Campaign', robots: { index: false } }

export default async function Page({ params }: PageProps) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const now = await campaignNow((await params).campaignId, await headers())
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
  const [run] = (await runsById([campaign.campaign_id])) ?? []
  return (
    <>
      <CampaignPage {...now} misbehaviours={[...allMisbehaviours(), ...allVerifierMisbehaviours()]} now={Date.now()} />
      {run !== undefined && <RememberSession {...run} />}
    </>
  )
}

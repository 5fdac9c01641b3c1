import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { CoverageForm, CoveragePage } from '@/components/coverage/coverage-page'
import { DraftLinks, DraftPage } from '@/components/coverage/draft-page'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { coverageNow, draftNow, headlinesNow } from '@/lib/actions/campaign'
import { drafts } from '@/lib/core/campaigns/official-cases/drafts'
import { newestEditionId } from '@/lib/core/campaigns/official-cases/edition-facts'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { newestCampaigns } from '@/lib/queries/runs'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = { title: 'Official cases', robots: { index: false } }

export default unlessAway(async function Page({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const params = await searchParams
  const wallet = { name: firstParam(params, 'wallet') ?? '', version: firstParam(params, 'version') ?? '' }
  const chosen = {
    edition: firstParam(params, 'edition') ?? newestEditionId,
    compare: firstParam(params, 'compare') ?? null,
  }
  const draft = await draftNow(chosen.edition, await headers())
  if (draft !== null) return <DraftPage {...draft} wallet={wallet.name === '' ? null : wallet} />
  const coverage = await coverageNow(wallet, await headers(), chosen)
  if (coverage !== null)
    return (
      <CoveragePage
        coverage={coverage}
        headlines={await headlinesNow(wallet, await headers())}
        openArea={firstParam(params, 'area') ?? null}
      />
    )
  return (
    <MessagePage
      title={
        wallet.name === ''
          ? 'Official cases'
          : wallet.version === ''
            ? 'Which version of this wallet?'
            : 'No campaign of this wallet'
      }
      actions={
        <Link href={paths.start()} className={buttonClass()}>
          Start a campaign
        </Link>
      }
    >
      <p>
        Campaigns decide the official European test cases.{' '}
        {wallet.name !== '' && wallet.version === ''
          ? 'Results are of one version, and the address names none. Enter it.'
          : 'Choose a wallet version.'}
      </p>
      <CoverageForm {...wallet} listed={await newestCampaigns()} />
      <DraftLinks ids={drafts.map(({ id }) => id)} />
    </MessagePage>
  )
})

import type { Metadata } from 'next'
import { CampaignsPage } from '@/components/campaign/campaigns-page'
import { campaignChoices } from '@/lib/queries/campaigns'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { serviceView } from '@/lib/queries/issuers'

export const metadata: Metadata = {
  title: 'Campaigns',
  description: 'Tests of a wallet from end to end: one code after the other, then one report with what to fix first.',
}

export default async function Page({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams
  const asked = (name: string) => (firstParam(params, name) ?? '').slice(0, 100)
  const { trust } = await serviceView()
  return (
    <CampaignsPage
      choices={campaignChoices()}
      trust={trust}
      asked={{ wallet: asked('wallet'), version: asked('version'), campaign: asked('campaign') }}
    />
  )
}

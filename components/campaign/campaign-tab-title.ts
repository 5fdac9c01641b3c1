import type { CampaignView } from '@/lib/core/campaigns/z-campaign'

/** The title of a campaign's page: how far it is, then whose it is, since a tab shows the beginning only. */
export const campaignTabTitle = ({
  counts: { done, steps, failed },
  status,
  title,
  wallet,
}: Pick<CampaignView, 'counts' | 'status' | 'title' | 'wallet'>): string => {
  const progress = status === 'finished' ? 'Finished' : `${done} of ${steps} done`
  const failures = failed === 0 ? '' : `, ${failed} failed`
  return `${progress}${failures} · ${title}: ${wallet.name} ${wallet.version}`
}

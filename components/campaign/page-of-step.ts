import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { issuanceAddresses, presentationAddresses } from '@/lib/paths'

/** URL of a step's newest session; `null` while it has none. */
export function pageOfStep({ session, kind }: Pick<CampaignStepView, 'session' | 'kind'>): string | null {
  if (session === null || kind === null) return null
  return (kind === 'issuance' ? issuanceAddresses : presentationAddresses)(session.session_id).page()
}

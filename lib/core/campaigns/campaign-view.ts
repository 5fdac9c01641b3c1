import type { Session } from '../ground/ports/store-types'
import { campaignPageUri, campaignUri, inspectorUri, sessionUri } from '../ground/ports/uris'
import { toIso } from '../ground/time/time'
import { builtInCampaign } from './built-in'
import { type CampaignProgress, type CampaignStep, countSteps } from './campaign-progress'
import type { CampaignStepView, CampaignView } from './z-campaign'

/** The display name of a campaign. */
export const campaignTitle = ({ builtIn }: { readonly builtIn: string | null }): string =>
  builtInCampaign(builtIn)?.title ?? builtIn ?? 'Presets of your own'

/** Addresses of a campaign: its page, its JSON, the next link for a wallet, and its report. */
export function campaignAddresses(baseUrl: string, campaignId: string) {
  const url = campaignUri(baseUrl, campaignId)
  return {
    page_url: campaignPageUri(baseUrl, campaignId),
    campaign_url: url,
    next_url: `${url}/next`,
    report_url: `${url}/report`,
  }
}

/** Addresses of a campaign's session. */
export function sessionAddresses(baseUrl: string, session: Session) {
  const url = sessionUri(baseUrl, session)
  return {
    session_id: session.sessionId,
    inspector_url: inspectorUri(baseUrl, session),
    session_url: url,
    report_url: `${url}/report`,
  }
}

/** A campaign as the API returns it. */
export function campaignView({ campaign, steps, next, verdict }: CampaignProgress, baseUrl: string): CampaignView {
  const isStarted = steps.some(({ newest }) => newest !== null)
  return {
    campaign_id: campaign.campaignId,
    campaign: campaign.builtIn,
    title: campaignTitle(campaign),
    name: campaign.name ?? null,
    wallet: { ...campaign.wallet },
    silence_seconds: campaign.silenceSeconds,
    ...(campaign.trust === undefined
      ? {}
      : { trust_framework: campaign.trust.framework, wallet_policy: campaign.trust.walletPolicy }),
    created_at: toIso(campaign.createdAt),
    status: next.kind === 'finished' ? 'finished' : isStarted ? 'running' : 'not_started',
    verdict,
    counts: countSteps(steps),
    ...campaignAddresses(baseUrl, campaign.campaignId),
    steps: steps.map((step, index) => stepView(step, index + 1, baseUrl)),
  }
}

function stepView(
  { presetId, preset, sessions, newest }: CampaignStep,
  number: number,
  baseUrl: string,
): CampaignStepView {
  const result = newest?.result
  return {
    number,
    preset: presetId,
    title: preset?.title ?? presetId,
    kind: preset?.kind ?? null,
    expects: preset?.expects ?? null,
    person: preset?.person ?? null,
    state: result?.state ?? 'not_started',
    verdict: result?.verdict ?? null,
    outcome: result?.outcome ?? null,
    reason: result?.reason ?? null,
    counts: result?.counts ?? null,
    duration_ms: result?.durationMillis ?? null,
    broken: (result?.broken ?? []).map((rule) => ({ ...rule })),
    session: newest === null ? null : sessionAddresses(baseUrl, newest.session),
    earlier: sessions.filter((one) => one !== newest).map(({ session }) => sessionAddresses(baseUrl, session)),
  }
}

import { ignoredWarning, shownIgnored } from '../engine/sessions/ignored-members'
import { workbenchMark } from '../engine/sessions/workbench'
import type { Campaign, Session } from '../shared/ports/store-types'
import { campaignPageUri, campaignUri, inspectorUri, sessionUri } from '../shared/ports/uris'
import { toIso } from '../shared/time/time'
import { trustAddress } from '../shared/trust/trust-addresses'
import { builtInCampaign } from './built-in'
import { type CampaignProgress, type CampaignStep, countSteps, type StopOfCampaign } from './campaign-progress'
import { isWarningEnoughIn } from './campaign-trust'
import { personWords } from './presets/preset'
import { templateView } from './transaction-template'
import { type CampaignStepView, type CampaignView, zCampaignRequest } from './z-campaign'

/** The display name of a campaign. */
export const campaignTitle = ({ builtIn }: { readonly builtIn: string | null }): string =>
  builtInCampaign(builtIn)?.title ?? builtIn ?? 'Presets of your own'

/** URLs of a campaign: its page, its JSON, the next link for a wallet, and its report. */
export function campaignAddresses(baseUrl: string, campaignId: string) {
  const url = campaignUri(baseUrl, campaignId)
  return {
    page_url: campaignPageUri(baseUrl, campaignId),
    campaign_url: url,
    next_url: `${url}/next`,
    report_url: `${url}/report`,
  }
}

/** URLs of a campaign's session. */
export function sessionAddresses(baseUrl: string, session: Pick<Session, 'kind' | 'sessionId'>) {
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
  const stoppedBy = next.kind === 'finished' ? next.stoppedBy : null
  return {
    campaign_id: campaign.campaignId,
    campaign: campaign.builtIn,
    title: campaignTitle(campaign),
    name: campaign.name ?? null,
    wallet: { ...campaign.wallet },
    silence_seconds: campaign.silenceSeconds,
    ...(campaign.autoApprove === undefined ? {} : { auto_approve: true as const }),
    ...(campaign.transactionTemplate === undefined
      ? {}
      : { transaction_template: templateView(campaign.transactionTemplate) }),
    ...trustView(campaign, baseUrl),
    ...(campaign.workbench === undefined ? {} : { workbench: { mark: workbenchMark(campaign.workbench) } }),
    ...ignoredView(campaign),
    before: builtInCampaign(campaign.builtIn)?.before ?? null,
    stopped: stoppedBy === null ? null : stopView(stoppedBy),
    created_at: toIso(campaign.createdAt),
    status: next.kind === 'finished' ? 'finished' : isStarted ? 'running' : 'not_started',
    verdict,
    counts: countSteps(steps),
    ...campaignAddresses(baseUrl, campaign.campaignId),
    steps: steps.map((step, index) => stepView(step, { number: index + 1, stoppedBy, campaign, baseUrl })),
  }
}

/** Members of its request that were ignored; empty without any. */
function ignoredView({ ignoredMembers = [] }: Campaign) {
  const ignored = shownIgnored(ignoredMembers, zCampaignRequest)
  return ignored.length === 0 ? {} : { ignored_members: ignored, warnings: ignoredWarning(ignored) }
}

/** The trust part of a campaign; empty under the test root. */
function trustView({ trust }: Campaign, baseUrl: string) {
  if (trust === undefined) return {}
  const { framework, walletPolicy, listAlias: alias } = trust
  return {
    ...(framework === 'eu' ? { trust_framework: framework } : {}),
    wallet_policy: walletPolicy,
    ...(alias === undefined
      ? {}
      : {
          lists: {
            alias,
            base: trustAddress.aliasLists(baseUrl, alias),
            operator_url: `${baseUrl}/trust/anchors/lists.pem`,
          },
        }),
  }
}

const stopView = ({ step: { presetId }, number, left }: StopOfCampaign) => ({
  preset: presetId,
  number,
  sentence: `Stopped: nothing was wrong in session ${number}, and the wallet did not pass it, so what it does in the ${left === 1 ? 'session' : `${left} sessions`} left would show nothing. Find out why, then try session ${number} again.`,
})

/** Why a session was not made. */
function reasonFor({ lacks, newest }: CampaignStep, stoppedBy: StopOfCampaign | null): string | null {
  if (lacks !== null) return `Left out, because it needs ${lacks}.`
  return stoppedBy === null || newest !== null ? null : `The campaign stopped at session ${stoppedBy.number}.`
}

function stepView(
  step: CampaignStep,
  {
    number,
    stoppedBy,
    campaign,
    baseUrl,
  }: {
    readonly number: number
    readonly stoppedBy: StopOfCampaign | null
    readonly campaign: Campaign
    readonly baseUrl: string
  },
): CampaignStepView {
  const { presetId, preset, sessions, newest } = step
  const result = newest?.result
  return {
    number,
    preset: presetId,
    title: preset?.title ?? presetId,
    kind: preset?.kind ?? null,
    expects: preset?.expects ?? null,
    warning_enough: isWarningEnoughIn(campaign, preset),
    person: preset && personWords(preset, campaign.transactionTemplate),
    state: result?.state ?? 'not_started',
    verdict: result?.verdict ?? null,
    outcome: result?.outcome ?? null,
    reason: result?.reason ?? reasonFor(step, stoppedBy),
    answers: [...(result?.answers ?? [])],
    told: result?.told ?? null,
    told_by: result?.toldBy ?? null,
    counts: result?.counts ?? null,
    duration_ms: result?.durationMillis ?? null,
    broken: (result?.broken ?? []).map((rule) => ({ ...rule })),
    request_problems: newest?.session.kind === 'presentation' ? [...newest.session.requestProblems] : [],
    session: newest === null ? null : sessionAddresses(baseUrl, newest.session),
    earlier: sessions.filter((one) => one !== newest).map(({ session }) => sessionAddresses(baseUrl, session)),
  }
}

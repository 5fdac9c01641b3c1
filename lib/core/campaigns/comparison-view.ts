import type { Campaign, Session } from '../ground/ports/store-types'
import { inspectorUri, sessionUri } from '../ground/ports/uris'
import { toIso } from '../ground/time/time'
import type { CampaignProgress, ResultOfSession } from './campaign-progress'
import { campaignAddresses, campaignTitle } from './campaign-view'
import { byWeight, compareStep, type StepChange } from './compare'
import type { ComparisonView } from './z-comparison'

type Compared = ComparisonView['before']
type Pair<Value> = readonly [before: Value, after: Value]

/** Compares two campaigns preset by preset, using the session of each that counts. */
export function compareCampaigns(pair: Pair<CampaignProgress>, baseUrl: string): ComparisonView {
  const [before, after] = pair.map(({ steps }) => new Map(steps.map((step) => [step.presetId, step])))
  const ids = pair.toReversed().flatMap(({ steps }) => steps.map(({ presetId }) => presetId))
  const steps = [...new Set(ids)].map((presetId) => {
    const [old, now] = [before?.get(presetId), after?.get(presetId)]
    return compareStep({
      preset: presetId,
      title: (now ?? old)?.preset?.title ?? presetId,
      before: old?.newest ?? null,
      after: now?.newest ?? null,
    })
  })
  const [one, other] = pair.map((progress) => comparedCampaign(progress, baseUrl)) as unknown as Pair<Compared>
  const names = pair.map(({ campaign }) => campaign.wallet.name)
  return {
    kind: 'campaign',
    before: one,
    after: other,
    same_wallet: names[0] === names[1],
    ...stepsView(steps, baseUrl),
  }
}

/** Compares two sessions of one kind. `campaigns` are the campaigns that they belong to. */
export function compareSessions(
  pair: Pair<ResultOfSession>,
  { campaigns, baseUrl }: { readonly campaigns: Pair<Campaign | null>; readonly baseUrl: string },
): ComparisonView {
  const [before, after] = pair
  const names = campaigns.map((campaign) => campaign?.wallet.name ?? null)
  const step = compareStep({ preset: null, title: 'The session', before, after })
  return {
    kind: after.session.kind,
    before: comparedSession(before, campaigns[0], baseUrl),
    after: comparedSession(after, campaigns[1], baseUrl),
    same_wallet: names.includes(null) ? null : names[0] === names[1],
    ...stepsView([step], baseUrl),
  }
}

function comparedCampaign({ campaign, verdict }: CampaignProgress, baseUrl: string): Compared {
  const { page_url, report_url } = campaignAddresses(baseUrl, campaign.campaignId)
  return {
    id: campaign.campaignId,
    title: campaignTitle(campaign),
    wallet: { ...campaign.wallet },
    created_at: toIso(campaign.createdAt),
    verdict,
    outcome: null,
    page_url,
    report_url,
  }
}

const comparedSession = (
  { session, result }: ResultOfSession,
  campaign: Campaign | null,
  baseUrl: string,
): Compared => ({
  id: session.sessionId,
  title: session.preset ?? titles[session.kind],
  wallet: campaign && { ...campaign.wallet },
  created_at: toIso(session.createdAt),
  verdict: result.verdict ?? 'incomplete',
  outcome: result.outcome,
  page_url: inspectorUri(baseUrl, session),
  report_url: `${sessionUri(baseUrl, session)}/report`,
})

const titles: Readonly<Record<Session['kind'], string>> = { issuance: 'Issuance', presentation: 'Presentation' }

function stepsView(steps: readonly StepChange[], baseUrl: string): Pick<ComparisonView, 'counts' | 'steps'> {
  const count = (wanted: StepChange['change']) => steps.filter(({ change }) => change === wanted).length
  const side = (of: ResultOfSession | null) =>
    of && {
      session_id: of.session.sessionId,
      inspector_url: inspectorUri(baseUrl, of.session),
      verdict: of.result.verdict,
      outcome: of.result.outcome,
    }
  return {
    counts: {
      regression: count('regression'),
      improvement: count('improvement'),
      not_compared: count('not_compared'),
      other: count('other'),
      same: count('same'),
    },
    steps: byWeight(steps).map(({ before, after, passedNotSeenAgain, newlyPassed, rules, ...step }) => ({
      ...step,
      before: side(before),
      after: side(after),
      rules: [...rules],
      passed_not_seen_again: [...passedNotSeenAgain],
      newly_passed: [...newlyPassed],
    })),
  }
}

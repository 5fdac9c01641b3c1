import { levels } from '../shared/ports/finding'
import type { Campaign, Session } from '../shared/ports/store-types'
import { inspectorUri, sessionUri } from '../shared/ports/uris'
import { toIso } from '../shared/time/time'
import type { CampaignProgress, ResultOfSession } from './campaign-progress'
import { campaignAddresses, campaignTitle } from './campaign-view'
import type { BrokenRule, SessionResult } from './session-result'
import type { ComparisonView } from './z-comparison'

type RuleStatus = 'passed' | 'warned' | 'failed' | 'not_seen'

/**
 * How a rule changed; the rest is as it is broken now or, if it is not, as it was before. `regression`: worse than before. `newly_broken`: not seen before, broken now. `newly_warned`: not
 * seen before, a warning now. `improvement`: the opposite of a regression. `not_seen_again`: broken or a warning
 * before, not seen now.
 */
interface RuleChange extends BrokenRule {
  readonly change: 'regression' | 'newly_broken' | 'improvement' | 'newly_warned' | 'not_seen_again'
  readonly before: RuleStatus
  readonly after: RuleStatus
}

/** Two sessions that tested the same thing, and what changed between them. */
export interface StepChange {
  /** `null` if two sessions are compared rather than two campaigns. */
  readonly preset: string | null
  readonly title: string
  /** `not_compared`: one side has no session that ended. `other`: only the set of rules seen, or warnings, changed. */
  readonly change: 'regression' | 'improvement' | 'not_compared' | 'other' | 'same'
  readonly before: ResultOfSession | null
  readonly after: ResultOfSession | null
  readonly rules: readonly RuleChange[]
  /** Ids of checks that passed before and are not observed now. */
  readonly passedNotSeenAgain: readonly string[]
  /** Ids of checks that were not observed before and pass now. */
  readonly newlyPassed: readonly string[]
}

/** The two sessions to compare, and their preset. */
interface StepPair {
  readonly preset: string | null
  readonly title: string
  readonly before: ResultOfSession | null
  readonly after: ResultOfSession | null
}

/** Compares two sessions of the same kind. Lists regressions first, and musts before other levels. */
export function compareStep({ preset, title, before, after }: StepPair): StepChange {
  const pair = { preset, title, before, after }
  if (before?.result.verdict == null || after?.result.verdict == null)
    return { ...pair, change: 'not_compared', rules: [], passedNotSeenAgain: [], newlyPassed: [] }
  const [old, now] = [statuses(before.result), statuses(after.result)]
  const rules = [...new Set([...old.keys(), ...now.keys()])].flatMap((id) =>
    ruleChange(old.get(id) ?? unseen, now.get(id) ?? unseen),
  )
  const changed = {
    ...pair,
    rules: rules.sort((a, b) => ruleOrder(a) - ruleOrder(b)),
    passedNotSeenAgain: passedIn(before.result).filter((id) => !now.has(id)),
    newlyPassed: passedIn(after.result).filter((id) => !old.has(id)),
  }
  return { ...changed, change: changeOf(changed) }
}

/** Sorts steps for the reader: regressions first, otherwise in the order in which they ran. */
export const byWeight = (steps: readonly StepChange[]): StepChange[] =>
  [...steps].sort((a, b) => stepOrder.indexOf(a.change) - stepOrder.indexOf(b.change))

const stepOrder: readonly StepChange['change'][] = ['regression', 'improvement', 'not_compared', 'other', 'same']

const ruleChanges: readonly RuleChange['change'][] = [
  'regression',
  'newly_broken',
  'improvement',
  'newly_warned',
  'not_seen_again',
]

const ruleOrder = ({ change, level }: RuleChange): number =>
  ruleChanges.indexOf(change) * levels.length + levels.indexOf(level)

interface Seen {
  readonly status: RuleStatus
  readonly rule: BrokenRule | null
}

const unseen: Seen = { status: 'not_seen', rule: null }

const passedIn = ({ found }: SessionResult): string[] =>
  Object.entries(found).flatMap(([id, { status }]) => (status === 'pass' ? [id] : []))

const statuses = (result: SessionResult): ReadonlyMap<string, Seen> =>
  new Map<string, Seen>([
    ...passedIn(result).map((id): [string, Seen] => [id, { status: 'passed', rule: null }]),
    ...result.warned.map((rule): [string, Seen] => [rule.id, { status: 'warned', rule }]),
    ...result.broken.map((rule): [string, Seen] => [rule.id, { status: 'failed', rule }]),
  ])

/** How a rule changed. Empty if it did not, or if it merely started or stopped being seen as passed. */
function ruleChange(before: Seen, after: Seen): RuleChange[] {
  const change = changeOfRule(before.status, after.status)
  const rule = after.rule ?? before.rule
  return change === null || rule === null ? [] : [{ ...rule, change, before: before.status, after: after.status }]
}

const weights: readonly RuleStatus[] = ['passed', 'warned', 'failed']

function changeOfRule(before: RuleStatus, after: RuleStatus): RuleChange['change'] | null {
  if (before === after) return null
  if (before === 'not_seen') return after === 'passed' ? null : after === 'failed' ? 'newly_broken' : 'newly_warned'
  if (after === 'not_seen') return before === 'passed' ? null : 'not_seen_again'
  return weights.indexOf(after) > weights.indexOf(before) ? 'regression' : 'improvement'
}

/** One rule that got worse outweighs any number of improvements. So does a worse verdict. */
function changeOf({
  before,
  after,
  rules,
  passedNotSeenAgain,
  newlyPassed,
}: Omit<StepChange, 'change'>): StepChange['change'] {
  const has = (...wanted: RuleChange['change'][]) => rules.some(({ change }) => wanted.includes(change))
  const [old, now] = [before?.result.verdict, after?.result.verdict]
  if (has('regression', 'newly_broken') || (old === 'pass' && now !== 'pass')) return 'regression'
  if (has('improvement') || (now === 'pass' && old !== 'pass')) return 'improvement'
  return rules.length + passedNotSeenAgain.length + newlyPassed.length > 0 ? 'other' : 'same'
}

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

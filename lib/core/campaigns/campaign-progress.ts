import type { RequestContext } from '../engine/endpoints/request-context'
import type { Verdict } from '../engine/evidence/session-view'
import type { Campaign, Session } from '../ground/ports/store-types'
import { presetById } from './presets'
import type { Preset } from './presets/preset'
import { readResult, type SessionResult } from './session-result'

/** A session and its result. */
export interface ResultOfSession {
  readonly session: Session
  readonly result: SessionResult
}

/** One preset of a campaign and its result. If it has several sessions, the newest counts. */
export interface CampaignStep {
  readonly presetId: string
  /** `null` if this version of the service does not have the preset. */
  readonly preset: Preset | null
  /** The newest session, and every earlier one that a wallet used, oldest first. */
  readonly sessions: readonly ResultOfSession[]
  readonly newest: ResultOfSession | null
}

/** What comes next. `open`: a session is waiting for the wallet. `make`: a preset needs a session. */
type NextStep =
  | { readonly kind: 'open'; readonly step: CampaignStep; readonly session: Session }
  | { readonly kind: 'make'; readonly step: CampaignStep; readonly tries: number }
  | { readonly kind: 'finished' }

/** A campaign with all its results. */
export interface CampaignProgress {
  readonly campaign: Campaign
  readonly steps: readonly CampaignStep[]
  readonly next: NextStep
  readonly verdict: Verdict
}

/** Reads a campaign's sessions and computes its progress. */
export async function readProgress(
  campaign: Campaign,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<CampaignProgress> {
  const results: ResultOfSession[] = []
  for (const session of await context.ports.store.campaignSessions(campaign.campaignId))
    results.push({ session, result: await readResult(session, context) })
  return foldProgress(campaign, results)
}

/** Computes a campaign's progress from its sessions, oldest first. */
export function foldProgress(campaign: Campaign, results: readonly ResultOfSession[]): CampaignProgress {
  const steps = campaign.presets.map((presetId): CampaignStep => {
    const sessions = results.filter(({ session }) => session.preset === presetId)
    const newest = sessions.at(-1) ?? null
    return {
      presetId,
      preset: presetById(presetId),
      sessions: sessions.filter((one) => one === newest || one.result.state !== 'lapsed'),
      newest,
    }
  })
  return { campaign, steps, next: nextOf(steps, results), verdict: verdictOf(steps) }
}

/** The latest session comes next as long as it is open, even if it retries an earlier step. */
function nextOf(steps: readonly CampaignStep[], results: readonly ResultOfSession[]): NextStep {
  const last = results.at(-1)
  const ofLast = last?.result.state === 'open' ? steps.find(({ newest }) => newest === last) : undefined
  const step = ofLast ?? steps.find((one) => one.preset !== null && !isDone(one))
  if (step === undefined) return { kind: 'finished' }
  return step.newest?.result.state === 'open'
    ? { kind: 'open', step, session: step.newest.session }
    : { kind: 'make', step, tries: results.filter(({ session }) => session.preset === step.presetId).length }
}

/** True if the step's newest session ended with a result. */
const isDone = ({ newest }: CampaignStep): boolean =>
  newest?.result.state === 'decided' || newest?.result.state === 'silent'

/** Passes only if every step passes. Fails as soon as one fails. */
function verdictOf(steps: readonly CampaignStep[]): Verdict {
  const verdicts = steps.map(({ newest }) => newest?.result.verdict ?? 'incomplete')
  if (verdicts.includes('fail')) return 'fail'
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'incomplete'
}

/** How far a campaign has got, in numbers of steps. */
export interface CampaignCounts {
  readonly steps: number
  readonly done: number
  readonly passed: number
  readonly failed: number
  readonly incomplete: number
  /** Silent sessions for which nobody has reported what the wallet showed. */
  readonly questions: number
}

/** Counts the steps by their results. */
export function countSteps(steps: readonly CampaignStep[]): CampaignCounts {
  const done = steps.filter(isDone)
  const count = (verdict: Verdict) => done.filter(({ newest }) => newest?.result.verdict === verdict).length
  return {
    steps: steps.length,
    done: done.length,
    passed: count('pass'),
    failed: count('fail'),
    incomplete: count('incomplete'),
    questions: steps.filter(({ newest }) => newest?.result.state === 'silent').length,
  }
}

import type { RequestContext } from '../engine/endpoints/request-context'
import type { Verdict } from '../engine/evidence/session-view'
import type { Reporter } from '../shared/ports/reporter'
import type { Campaign, Session, StoredEvent } from '../shared/ports/store-types'
import { builtInCampaign } from './built-in'
import { isTold } from './deciding-result'
import { singlesLeft, singlesOf } from './official-cases/cases-of-presets'
import { presetById } from './presets'
import { type Installation, installationOf, missingAt, type Preset } from './presets/preset'
import { readResult, type SessionResult } from './session-result'

/** A session and its result. */
export interface ResultOfSession {
  readonly session: Session
  readonly result: SessionResult
}

/** One preset of a campaign and its result. Of several sessions, the newest counts. */
export interface CampaignStep {
  readonly presetId: string
  /** `null` if this version of the service lacks the preset. */
  readonly preset: Preset | null
  /** The newest session, and every earlier one that a wallet used, oldest first. */
  readonly sessions: readonly ResultOfSession[]
  readonly newest: ResultOfSession | null
  /** What the installation currently lacks to run it, in words; `null` if nothing. Such a step is left out. */
  readonly lacks: string | null
}

/** A session without deviation that the wallet failed, so the remaining ones would show nothing. */
export interface StopOfCampaign {
  readonly step: CampaignStep
  readonly number: number
  /** Number of presets left. */
  readonly left: number
}

/** What comes next. `open`: a session is waiting for the wallet. `make`: a preset needs a session. */
type NextStep =
  | { readonly kind: 'open'; readonly step: CampaignStep; readonly session: Session }
  | { readonly kind: 'make'; readonly step: CampaignStep; readonly tries: number }
  | { readonly kind: 'finished'; readonly stoppedBy: StopOfCampaign | null }

/** A campaign with all its results. */
export interface CampaignProgress {
  readonly campaign: Campaign
  readonly steps: readonly CampaignStep[]
  readonly next: NextStep
  readonly verdict: Verdict
}

/** Reads a campaign's sessions and computes its progress, assuming that `pending` events are recorded. */
export async function readProgress(
  campaign: Campaign,
  context: Pick<RequestContext, 'ports' | 'settings'>,
  pending: readonly StoredEvent[] = [],
): Promise<CampaignProgress> {
  const results: ResultOfSession[] = []
  for (const session of await context.ports.store.campaignSessions(campaign.campaignId))
    results.push({ session, result: await readResult(session, context, pending) })
  return foldProgress(campaign, results, () => installationOf(context))
}

/**
 * Computes a campaign's progress from its sessions, oldest first. Leaves out what the installation cannot currently
 * make.
 */
export function foldProgress(
  campaign: Campaign,
  results: readonly ResultOfSession[],
  installation?: () => Installation,
): CampaignProgress {
  const steps = presetsOf(campaign, results).map((presetId): CampaignStep => {
    const sessions = results.filter(({ session }) => session.preset === presetId)
    const newest = sessions.at(-1) ?? null
    const preset = presetById(presetId)
    const isToMake = preset !== null && (newest === null || newest.result.state === 'lapsed')
    return {
      presetId,
      preset,
      sessions: sessions.filter((one) => one === newest || one.result.state !== 'lapsed'),
      newest,
      lacks: isToMake && installation !== undefined ? missingAt(preset, installation) : null,
    }
  })
  return { campaign, steps, next: nextOf(campaign, steps, results), verdict: verdictOf(steps) }
}

/** The presets of a campaign. A combined preset is followed by the single ones for whatever it left open. */
function presetsOf({ presets }: Campaign, results: readonly ResultOfSession[]): readonly string[] {
  return presets.flatMap((id) => {
    const all = singlesOf(id)
    const newest = results.findLast(({ session }) => session.preset === id)
    if (all.length === 0 || newest === undefined) return [id]
    const isOver = newest.result.state === 'decided' || newest.result.state === 'silent'
    const left = isOver ? singlesLeft(id, newest.session.sessionId, newest.result) : []
    const wasMade = (single: string) => results.some(({ session }) => session.preset === single)
    return [id, ...all.filter((single) => !presets.includes(single) && (left.includes(single) || wasMade(single)))]
  })
}

/** Whether sessions of a preset belong to a campaign: through its own presets, or as part of a combined one. */
export const hasPreset = ({ presets }: Pick<Campaign, 'presets'>, id: string): boolean =>
  presets.includes(id) || presets.some((one) => singlesOf(one).includes(id))

/** The latest session comes next while it is open, even if it retries an earlier step. */
function nextOf(campaign: Campaign, steps: readonly CampaignStep[], results: readonly ResultOfSession[]): NextStep {
  const last = results.at(-1)
  const ofLast = last?.result.state === 'open' ? steps.find(({ newest }) => newest === last) : undefined
  const left = steps.filter((one) => one.preset !== null && one.lacks === null && !isDone(one))
  const stoppedBy = ofLast === undefined && left.length > 0 ? stopOf(campaign, steps, left.length) : null
  const step = stoppedBy === null ? (ofLast ?? left[0]) : undefined
  if (step === undefined) return { kind: 'finished', stoppedBy }
  return step.newest?.result.state === 'open'
    ? { kind: 'open', step, session: step.newest.session }
    : { kind: 'make', step, tries: results.filter(({ session }) => session.preset === step.presetId).length }
}

/** What stops a campaign; `null` if nothing does. */
function stopOf({ builtIn }: Campaign, steps: readonly CampaignStep[], left: number): StopOfCampaign | null {
  const mustPass = builtInCampaign(builtIn)?.mustPass ?? []
  const place = steps.findIndex((one) => mustPass.includes(one.presetId) && isDone(one) && !isPassedThrough(one))
  const step = steps[place]
  return step === undefined ? null : { step, number: place + 1, left }
}

/** Outcomes of a wallet that completed the session, whether or not it can be shown to be right. */
const passedThrough: readonly string[] = ['passed', 'passed_with_warnings', 'most_likely_failed', 'undecided']

const isPassedThrough = ({ newest }: CampaignStep): boolean => passedThrough.includes(newest?.result.outcome?.id ?? '')

const isDone = ({ newest }: CampaignStep): boolean =>
  newest?.result.state === 'decided' || newest?.result.state === 'silent'

/** Passes only if every step passes. Fails as soon as one fails. */
function verdictOf(steps: readonly CampaignStep[]): Verdict {
  const verdicts = steps.map(({ newest }) => newest?.result.verdict ?? 'incomplete')
  if (verdicts.includes('fail')) return 'fail'
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'incomplete'
}

/** Progress of a campaign in numbers of steps. */
export interface CampaignCounts {
  readonly steps: number
  readonly done: number
  readonly passed: number
  readonly failed: number
  readonly incomplete: number
  /** Ended sessions for which nobody has reported what the wallet showed. */
  readonly questions: number
  /**
   * Sessions for which it was reported what the wallet showed, by kind of reporter; `told_unrecorded` if the reporter
   * is not recorded.
   */
  readonly told_by_person: number
  readonly told_by_driver: number
  readonly told_unrecorded: number
}

/** Counts the steps by result. */
export function countSteps(steps: readonly CampaignStep[]): CampaignCounts {
  const done = steps.filter(isDone)
  const told = (by: Reporter | null) =>
    steps.filter(({ newest }) => newest !== null && isTold(newest.result) && newest.result.toldBy === by).length
  const count = (verdict: Verdict) => done.filter(({ newest }) => newest?.result.verdict === verdict).length
  return {
    steps: steps.length,
    done: done.length,
    passed: count('pass'),
    failed: count('fail'),
    incomplete: count('incomplete'),
    questions: done.filter(({ newest }) => newest !== null && newest.result.answers.length > 0).length,
    told_by_person: told('person'),
    told_by_driver: told('driver'),
    told_unrecorded: told(null),
  }
}

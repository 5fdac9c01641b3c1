import type { Ports } from '../../shared/ports/ports'
import type { StoredExchange } from '../../shared/ports/store-types'
import { sessionUri } from '../../shared/ports/uris'
import { atOnce, inTurns, type PausableWork } from '../../shared/time/pausable-work'
import { type EpochMillis, toIso } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { type Check, profiles } from '../checks/check'
import { boundJson, fitsIn } from '../redaction/values/bound-json'
import { onlyOpened } from '../sessions/door'
import { type Ending, untilEnding } from '../sessions/session-evidence'
import { boundConformance, jsonBytes, pageInSteps } from './bounded-read-back'
import { isContact, isPossibleContact } from './contact-view'
import { type LeadingFinding, leadingFinding } from './leading-finding'
import { afterCause, nextForYou, warningsInOrder } from './next-for-you'
import { type CurrentProgress, currentProgress } from './outcomes'
import { type Conformance, conformanceInSteps } from './project-conformance'
import { projectEvents } from './project-events'
import { projectExchange, projectRawRequest } from './project-exchange'
import { sessionCause } from './session-cause'
import type { Folded, FoldInput, KindTypes, SessionKind, StatusHistory } from './session-kind'
import { sessionOutcome } from './session-outcome'
import type { ConformanceEntry, EventView, SummaryView } from './session-view'
import { countedFindings, summarise } from './summarise'
import type { NextForYou, NextStep, SessionCause, SessionOutcome } from './z-session-view'

/** Maximum bytes of a read-back as JSON. */
const readBackBytesMax = 2_000_000
/** Maximum bytes of the observations and the latest requests, both of which grow with the number of requests. */
const observedBytesMax = 200_000
/** Bytes reserved for exchanges. */
const exchangesBytesMin = 200_000

/**
 * Folds everything on record for a session into its read-back. The view is never stored, always derived. For a session
 * with very many requests it contains one page of the exchanges, and `recorded` says what is left out.
 */
export const projectSession = <Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']>,
): Types['view'] => atOnce(projectInSteps(kind, input))

/** `projectSession` in steps that yield to other requests, which a session with a thousand requests would block. */
export const projectInTurns = <Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']> & { readonly ports: Pick<Ports, 'turn'> },
): Promise<Types['view']> => inTurns(projectInSteps(kind, input), input.ports.turn)

/** The result of a session with the findings behind it. */
interface Judged<Types extends KindTypes> extends Conformance {
  readonly ending: Ending
  /** Excludes everything after the end, which must not affect the outcome. */
  readonly inTime: FoldInput<Types['session']>
  readonly history: StatusHistory<Types['status']>
  readonly summary: SummaryView
  readonly outcome: SessionOutcome
  readonly cause: SessionCause | null
  readonly nextStep: NextStep | null
  readonly nextForYou: NextForYou
}

/** The result of a session without the rest of its read-back. Yields to other requests. */
export const judgeInTurns = <Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']> & { readonly ports: Pick<Ports, 'turn'> },
): Promise<Judged<Types>> => inTurns(judgeInSteps(kind, input), input.ports.turn)

/** `officialCases`: cases that a finding helps to decide, if entries name them. */
function* judgeInSteps<Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']>,
  officialCases?: NonNullable<FoldInput<Types['session']>['officialCases']>,
): PausableWork<Judged<Types>> {
  const ending = kind.ending(input)
  const inTime = { ...input, ...untilEnding(input, ending) }
  const conformance = yield* conformanceInSteps(kind, input, { ending, officialCases })
  yield
  const { results } = conformance
  const claimed = kind.claims(input.session)
  const history = kind.status(inTime)
  const summary = summarise(results, kind.isFinished(inTime), {
    unclaimed: profiles.filter((profile) => !claimed.has(profile)),
    mixedTraffic: input.mixedTraffic ?? false,
    told: kind.isTold?.(inTime) ?? false,
    why: kind.whyIncomplete?.(results, inTime) ?? null,
  })
  const checkOf = (id: string): Check<never> | null => kind.checks.find((check) => check.id === id) ?? null
  const findings = [...new Set([...results, ...conformance.entries])]
  const told = leadingFinding(findings, inTime.exchanges, { mixedTraffic: input.mixedTraffic ?? false, checkOf })
  const cause =
    told === null ? null : sessionCause(told, { check: checkOf(told.lead.id), baseUrl: input.settings.baseUrl })
  const nextStep = kind.nextStep(inTime, cause, input.now)
  const outcome = sessionOutcome({
    conformance: results,
    summary,
    stand: standOf(kind, history, { inTime, ending, now: input.now, late: input.exchanges.some(isContact) }),
    refusal:
      cause !== null && told !== null && isOpen(told, nextStep) ? { ...cause, inferred: isInferred(told) } : null,
  })
  return {
    ...conformance,
    ending,
    inTime,
    history,
    summary,
    outcome,
    cause,
    nextStep,
    nextForYou: furtherOf(kind, { inTime, results, summary, outcome, told, cause, nextStep }),
  }
}

/** What the one who tests does next. */
function furtherOf<Types extends KindTypes>(
  kind: SessionKind<Types>,
  {
    inTime,
    results,
    summary,
    outcome,
    told,
    cause,
    nextStep,
  }: Omit<Judged<Types>, 'entries' | 'total' | 'ending' | 'history' | 'nextForYou'> & {
    readonly told: LeadingFinding<ConformanceEntry> | null
  },
): NextForYou {
  const { exchanges } = inTime
  const mixedTraffic = summary.mixed_traffic
  const [warning] = warningsInOrder(
    results,
    exchanges.map(({ id }) => id),
    mixedTraffic,
  )
  const isOfSession = (id: string): boolean => kind.sessionChecks.some(({ check }) => check.id === id)
  return nextForYou({
    outcome: outcome.id,
    counts: summary.counts,
    cause:
      cause === null || told === null
        ? null
        : {
            ...cause,
            after: afterCause(cause, {
              refused: told.refused !== null,
              standing: nextStep,
              exchanges,
              mixedTraffic,
              recordedOnly: told.lead.effect === 'record' && !isOfSession(told.lead.id),
            }),
          },
    warning: warning ?? null,
    run: kind.howToRun(inTime, nextStep),
  })
}

function* projectInSteps<Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']>,
): PausableWork<Types['view']> {
  const { exchanges, settings, session, show = { after: null }, mixedTraffic = false, officialCases = noCases } = input
  const judged = yield* judgeInSteps(kind, input, officialCases)
  const { ending, inTime, entries, results, total, history, summary, outcome, cause, nextStep, nextForYou } = judged
  yield
  const told = projectEvents(kind, input)
  yield
  const conformance = boundConformance(entries)
  yield
  const events = boundEvents(told)
  yield
  const raw = boundObserved(kind.raw(input) as JsonObject, observedBytesMax)
  yield
  const seen = kind.observed(input) as unknown as JsonObject
  yield
  const observed = boundObserved(seen, observedBytesMax) as unknown as Types['observed']
  yield
  const folded = {
    status: history.status,
    observed,
    booleans: kind.booleans(countedFindings(results, mixedTraffic), inTime),
    summary,
    openUntil: ending.at <= input.now ? null : toIso(ending.at),
    outcome,
    cause,
    nextStep,
    nextForYou,
    conformance,
    events,
  }
  const uncounted = kind.uncounted(input)
  const isLate = ({ id }: StoredExchange): boolean => ending.late.has(id) || uncounted.has(id)
  const viewOf = (shown: readonly StoredExchange[]): Types['view'] => {
    const last = shown.at(-1)
    const isLast = last === undefined || last.id === exchanges.at(-1)?.id
    const recorded: Folded<Types>['recorded'] = {
      exchanges: exchanges.length,
      exchanges_without_content: exchanges.filter(({ contentOmitted }) => contentOmitted).length,
      next: isLast ? null : `${sessionUri(settings.baseUrl, session)}?exchanges_after=${last.id}`,
      events_left_out: told.length - events.length,
      findings_left_out: total - conformance.length,
      inferred_left_out: input.inferredLeftOut ?? 0,
    }
    const requests = shown.map(projectRawRequest)
    return kind.view(
      {
        ...folded,
        exchanges: shown.map((one) => projectExchange(one, isLate(one))),
        recorded,
        raw: { ...raw, [kind.rawRequests]: requests },
      },
      input,
    )
  }
  yield
  // Most sessions fit in any case and are never measured.
  const bytesMax = () => readBackBytesMax - jsonBytes(viewOf([]))
  return viewOf(yield* pageInSteps(exchanges, { show, bytesMin: exchangesBytesMin, bytesMax }))
}

const none: readonly string[] = []
const noCases = (): readonly string[] => none

const isInferred = ({ refused }: LeadingFinding<ConformanceEntry>): boolean => refused?.correlation === 'inferred'

/** True while a refusal stands: something is to be done about it. That of an inferred request stands for good. */
const isOpen = (told: LeadingFinding<ConformanceEntry>, nextStep: NextStep | null): boolean =>
  told.refused !== null && (nextStep !== null || isInferred(told))

/** Progress of a session, from its status before expiry. */
function standOf<Types extends KindTypes>(
  kind: SessionKind<Types>,
  { status, changes }: StatusHistory<Types['status']>,
  {
    inTime,
    ending,
    now,
    late,
  }: {
    readonly inTime: FoldInput<Types['session']>
    readonly ending: Ending
    readonly now: EpochMillis
    /** Whether a wallet came at all. */
    readonly late: boolean
  },
): CurrentProgress {
  const last = changes.at(-1)
  const before = last !== undefined && last.state === 'expired' ? last.previousState : status
  const ended = inTime.events.findLast(({ type }) => type === 'campaign_session_ended')
  return currentProgress({
    stand: kind.stand(before, inTime),
    until: ending.at <= now ? null : ending.at,
    reached: inTime.exchanges.some(isContact) || inTime.events.some(isPossibleContact),
    ended: ended ?? null,
    opened: onlyOpened(inTime.session, inTime),
    late,
    waiting: kind.waiting?.(inTime.session),
  })
}

const bytesMax = 200_000

/** Events to keep from the beginning of a session, which show how it was opened. */
const firstMax = 50

/**
 * The events that a read-back lists: all of them, or the first and the newest if there are very many. `/events` lists
 * them all.
 */
function boundEvents(events: readonly EventView[]): readonly EventView[] {
  if (fitting(events, bytesMax) === events.length) return events
  const first = events.slice(0, firstMax)
  const newest = fitting(events.slice(firstMax).reverse(), bytesMax - jsonBytes(first))
  return [...first, ...events.slice(events.length - newest)]
}

/** How many of these fit, counted from the first; later ones are not measured. */
function fitting(events: readonly EventView[], bytes: number): number {
  let left = bytes
  const tooMuch = events.findIndex((event) => {
    left -= jsonBytes(event) + 1
    return left < 0
  })
  return tooMuch < 0 ? events.length : tooMuch
}

/** Objects with more members than this are cut at their end: sharing would leave each of them too little. */
const sharedMembersMax = 32

/** Levels of nested objects that share their room too: observations, and a value beside its source. */
const sharedLevels = 2

/**
 * Cuts observations so that their JSON fits a number of bytes. Every member remains, because pages and programs depend
 * on them: small ones stay whole, and the largest share the remaining room.
 */
export function boundObserved(observed: JsonObject, bytesMax: number): JsonObject {
  return boundMembers(observed, bytesMax, sharedLevels) as JsonObject
}

function boundMembers(value: Json, bytesMax: number, levels: number): Json {
  if (fitsIn(value, bytesMax)) return value
  const members = isObject(value) ? Object.entries(value as JsonObject) : []
  if (levels === 0 || members.length === 0 || members.length > sharedMembersMax) return boundJson(value, bytesMax)
  const bounded = new Map<string, Json>()
  // Braces, and quotes, colon and comma of each member.
  let left = members.reduce((room, [name]) => room - jsonBytes(name) - 2, bytesMax - 2)
  const bySize = members.map(([name, member]) => ({ name, member, bytes: jsonBytes(member) }))
  bySize.sort((one, other) => one.bytes - other.bytes)
  for (const [index, { name, member }] of bySize.entries()) {
    const part = boundMembers(member, Math.floor(left / (bySize.length - index)), levels - 1)
    bounded.set(name, part)
    left -= jsonBytes(part)
  }
  return Object.fromEntries(members.map(([name]) => [name, bounded.get(name) ?? null]))
}

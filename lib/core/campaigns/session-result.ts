import { type Actor, reasonOf } from '../engine/checks/check'
import type { RequestContext } from '../engine/endpoints/request-context'
import { failureHeadline, failureSentence } from '../engine/evidence/failures'
import { loadEvidence } from '../engine/evidence/load-evidence'
import { endedWords } from '../engine/evidence/outcomes'
import { judgeInTurns } from '../engine/evidence/project-session'
import { answerSentence } from '../engine/evidence/session-outcome'
import type { ConformanceEntry, SummaryView, Verdict } from '../engine/evidence/session-view'
import { countedFindings, firstWarned, inferredBreaches, worstByCheck } from '../engine/evidence/summarise'
import { testerRule } from '../engine/evidence/tester-rule'
import type { SessionCause, SessionOutcome } from '../engine/evidence/z-session-view'
import type { PresentationEvidence, SessionEvidence } from '../engine/sessions/session-evidence'
import { checkById, checkRegistry, sessionKinds } from '../issuer-and-verifier'
import { clauseFrom } from '../shared/ports/clauses'
import { type Level, levels } from '../shared/ports/finding'
import type { SessionId } from '../shared/ports/ids'
import type { Facet } from '../shared/ports/session-memory'
import type { Session, StoredEvent } from '../shared/ports/store-types'
import type { EpochMillis } from '../shared/time/time'
import { channelOf } from '../verifier/deviations'
import { presentedIssuers } from '../verifier/evidence/verifier-observed'
import type { Carrier } from '../verifier/read/carrier'
import { type DecidingResult, type FoundByCheck, type PresentedCredential, packResult } from './deciding-result'
import { judgeFromRecord } from './judge-from-record'
import { wrongMembers } from './official-cases/wrong-members'
import { answersWanted, lastTold, type PersonAnswer } from './person-answers'
import { evidenceAtEnding, type SessionState, sessionState, silenceEnds } from './session-state'

/** A rule that a wallet broke in a session. */
export interface BrokenRule {
  readonly id: string
  readonly title: string
  readonly level: Level
  readonly clause: { readonly spec: string; readonly section: string; readonly url: string }
  /** What was wrong, including the received value. */
  readonly problem: string
  readonly hint: string | null
  /** Who is to change it. */
  readonly acts: Actor
  /** Public name of the reason; `null` if it has none. */
  readonly reason: string | null
}

/** The result of a campaign's session. */
export interface SessionResult extends DecidingResult {
  /** `null` while the session is open, or if no wallet used it. */
  readonly verdict: Verdict | null
  /** As everywhere else; `null` while the session is open, or if no wallet used it. */
  readonly outcome: SessionOutcome | null
  /** Number of checks by result; `null` while the session is open. */
  readonly counts: SummaryView['counts'] | null
  /** What is to be fixed first: the check, and what was wrong; `null` for nothing, or while it is open. */
  readonly cause: { readonly id: string; readonly sentence: string } | null
  /** What a list says of it: its cause without the value that came, or the first warning where nothing else was wrong. */
  readonly leads: { readonly id: string; readonly headline: string } | null
  /** The User-Agent that came first; `null` for none, or while it is open. */
  readonly program: string | null
  /** Broken rules, musts first. */
  readonly broken: readonly BrokenRule[]
  /**
   * From the creation of the session to the end of its last exchange; `null` while it is open, or if no wallet used it.
   */
  readonly durationMillis: number | null
  /** What a person may still report; empty for nothing. */
  readonly answers: readonly PersonAnswer[]
  /** When silence ends the session; `null` if it does not, or not yet. */
  readonly silenceEndsAt: EpochMillis | null
  /** Rules whose violation is only a warning in this session, musts first. */
  readonly warned: readonly BrokenRule[]
}

type Context = Pick<RequestContext, 'ports' | 'settings'>

const facet: Facet<SessionResult> = { name: 'result' }

/** The cached result of a session; `null` if there is none, evidence was added since, or time may change it. */
export const knownResult = (id: SessionId, { memory }: Pick<Context['ports'], 'memory'>): SessionResult | null =>
  memory.get(id)?.get(facet) ?? null

/**
 * Reads a session's result, assuming that `pending` events are recorded. Once a session is over, recomputes it only if
 * evidence was added.
 */
export async function readResult(
  session: Session,
  context: Context,
  pending: readonly StoredEvent[] = [],
): Promise<SessionResult> {
  const { memory, kept, now } = context.ports
  const added = pending.filter(({ sessionId }) => sessionId === session.sessionId)
  if (added.length > 0) return readSoFar(session, context, added)
  const before = knownResult(session.sessionId, { memory })
  if (before !== null) return before
  const readIn = kept.state()
  const { evidence: read, known } = await memory.read(session.sessionId, () => loadEvidence(session, context.ports))
  const evidence = { ...read, now: now() }
  const state = sessionState(evidence)
  if (state === 'open')
    return { state, ...nothing, answers: answersWanted(evidence, state), silenceEndsAt: silenceEnds(evidence) }
  const result = await resultOf(state, evidence, context)
  // The JSON length approximates the size in bytes: most text comes from the checks.
  known.keep(facet, result, JSON.stringify(result).length)
  if (readIn !== null && (await isLasting(result, evidence, context))) {
    const { events, exchanges } = read
    const counts = { events: events.length, exchanges: exchanges.length }
    kept.keep({ sessionId: session.sessionId, text: packResult(result), ...counts }, readIn)
  }
  return result
}

const resultOf = async (
  state: Exclude<SessionState, 'open'>,
  evidence: SessionEvidence,
  context: Context,
): Promise<SessionResult> => (state === 'lapsed' ? { state, ...nothing } : foldResult(state, evidence, context))

/**
 * Whether a result stays the same while no evidence is added: after a session ended, time no longer matters. Inferences
 * around an issuance are not counted, so each process judges them again.
 */
async function isLasting(result: SessionResult, evidence: SessionEvidence, context: Context): Promise<boolean> {
  if (evidence.session.kind !== 'presentation') return false
  const { at } = evidenceAtEnding(evidence)
  if (evidence.now >= at) return true
  const then = { ...evidence, now: at }
  const state = sessionState(then)
  return state !== 'open' && packResult(await resultOf(state, then, context)) === packResult(result)
}

/** Reads what a session shows so far, whether or not it has ended. */
export async function readSoFar(
  session: Session,
  context: Context,
  pending: readonly StoredEvent[] = [],
): Promise<SessionResult> {
  const read = await loadEvidence(session, context.ports)
  const evidence = { ...read, events: [...read.events, ...pending], now: context.ports.now() }
  return foldResult(sessionState(evidence), evidence, context)
}

const nothing = {
  status: null,
  cause: null,
  leads: null,
  program: null,
  verdict: null,
  outcome: null,
  reason: null,
  counts: null,
  broken: [],
  warned: [],
  found: {},
  presented: [],
  refusedBy: [],
  answers: [],
  told: null,
  toldBy: null,
  durationMillis: null,
  silenceEndsAt: null,
} as const

async function foldResult(
  state: SessionState,
  evidence: SessionEvidence,
  { ports, settings }: Context,
): Promise<SessionResult> {
  const { session } = evidence
  const input = { ...evidence, settings, ports }
  const judged =
    session.kind === 'issuance'
      ? await judgeInTurns(sessionKinds.issuance, { ...input, session })
      : await judgeInTurns(sessionKinds.presentation, { ...input, session })
  const { summary, entries: conformance } = judged
  const counted = countedFindings(conformance, summary.mixed_traffic)
  const worst = worstByCheck(counted)
  const { inTime } = evidenceAtEnding(evidence)
  const rules = (wanted: ConformanceEntry['status']): BrokenRule[] =>
    worst
      .filter(({ status }) => status === wanted)
      .flatMap((entry) => brokenRule(entry, settings.baseUrl))
      .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  return {
    state,
    status: judged.history.status,
    verdict: summary.verdict,
    outcome: judged.outcome,
    cause: judged.cause === null ? null : { id: judged.cause.check, sentence: judged.cause.sentence },
    leads: leadOf(judged, worst),
    program: programOf(inTime),
    reason:
      summary.verdict !== 'incomplete'
        ? null
        : inferredBreaches(conformance, summary.mixed_traffic) > 0
          ? 'A check most likely failed, in a request that names no session.'
          : whyOpen(state, evidence.events, judged),
    counts: summary.counts,
    broken: rules('fail'),
    warned: rules('warn'),
    durationMillis: durationOf(evidence),
    answers: answersWanted(evidence, state),
    ...lastTold(evidence.events),
    ...(evidence.events.some(({ type }) => type === 'vp_silence_counted') ? { silenceCounted: true } : {}),
    silenceEndsAt: null,
    ...carrierMember({ ...inTime, session }),
    found: { ...foundBy(worst), ...foundLater({ ...inTime, now: ports.now() }) },
    ...(session.kind === 'presentation'
      ? { presented: presentedWith(counted, { ...inTime, session }), refusedBy: refusedBy(inTime.events) }
      : { presented: [], refusedBy: leadingFailure(judged.cause, worst) }),
  }
}

const programOf = ({ exchanges }: Pick<SessionEvidence, 'exchanges'>): string | null =>
  exchanges
    .filter(({ origin }) => origin === 'wallet')
    .map(({ headers }) => headers['user-agent'])
    .find((one) => typeof one === 'string') ?? null

function leadOf(
  { cause, outcome }: { readonly cause: SessionCause | null; readonly outcome: SessionOutcome },
  worst: readonly ConformanceEntry[],
): SessionResult['leads'] {
  if (cause !== null) return { id: cause.check, headline: cause.headline }
  const warning = outcome.id === 'passed_with_warnings' ? firstWarned(worst) : undefined
  return warning === undefined ? null : { id: warning.id, headline: failureHeadline(warning, checkById(warning.id)) }
}

/**
 * Events of other sessions may come much later, so only its own exchanges before its end count, plus a person who ended
 * it.
 */
function durationOf(evidence: SessionEvidence): number {
  const { session, exchanges, events } = evidenceAtEnding(evidence).inTime
  const last = Math.max(
    session.createdAt,
    ...exchanges.map(({ at, durationMillis }) => at + durationMillis),
    ...events.filter(({ type }) => type === 'campaign_session_ended').map(({ at }) => at),
  )
  return last - session.createdAt
}

const foundBy = (worst: readonly ConformanceEntry[]): SessionResult['found'] =>
  Object.fromEntries(
    worst
      .filter(({ status }) => status !== 'not_applicable')
      .map((entry): [string, FoundByCheck] => {
        const { id, status, actual, correlation, exchange_id: exchangeId, subject = null } = entry
        const isShared = status === 'not_observed' && correlation === 'inferred' && exchangeId !== null
        const isViolated = status === 'fail' || status === 'warn'
        const wrong = isViolated ? wrongMembers(entry) : null
        return [
          id,
          {
            status,
            named: Array.isArray(actual) && actual.every((one) => typeof one === 'string') ? actual : null,
            ...(isViolated ? { place: { exchangeId, subject } } : {}),
            ...(wrong === null ? {} : { wrong }),
            ...(isShared ? { shared: true } : {}),
          },
        ]
      }),
  )

/** What checks say that an issuance is older than. Results of presentations are stored under the catalogue they are of. */
const foundLater = (evidence: SessionEvidence): SessionResult['found'] =>
  evidence.session.kind === 'issuance' ? judgeFromRecord(checkRegistry, evidence) : {}

function presentedWith(counted: readonly ConformanceEntry[], evidence: PresentationEvidence): PresentedCredential[] {
  const all = presentedIssuers(evidence)
  return all.map((one) => ({
    ...one,
    found:
      all.length === 1
        ? null
        : foundBy(
            worstByCheck(
              counted.filter(
                ({ subject }) =>
                  subject === undefined ||
                  (subject.query_id === one.subject.query_id && subject.index === one.subject.index),
              ),
            ),
          ),
  }))
}

/** Checks that refused the last response with a presentation. */
function refusedBy(events: readonly StoredEvent[]): readonly string[] {
  const last = events.findLast(({ type }) => type === 'vp_presentation_response_received')
  const errors = last?.detail.presentation_valid === false ? last.detail.errors : null
  return Array.isArray(errors) ? errors.filter((id) => typeof id === 'string') : []
}

/** The check that an issuance failed by first of all: others may have failed for what it explains. */
const leadingFailure = (cause: SessionCause | null, worst: readonly ConformanceEntry[]): readonly string[] =>
  worst.flatMap(({ id, status }) => (id === cause?.check && status === 'fail' ? [id] : []))

function brokenRule(entry: ConformanceEntry, baseUrl: string): BrokenRule[] {
  const check = checkById(entry.id)
  if (check === null) return []
  const { id, title, level, hint, acts = 'wallet', reason = null } = entry
  const { spec, section, url } =
    entry.rule === 'tester'
      ? { spec: testerRule, section: '', url: baseUrl }
      : clauseFrom(baseUrl, reasonOf(check, entry.reason)?.clause ?? check.clauses[0])
  const clause = { spec, section, url }
  return [{ id, title, level, clause, problem: failureSentence(entry, check), hint, acts, reason }]
}

function whyOpen(
  state: SessionState,
  events: readonly StoredEvent[],
  { summary: { reason }, outcome }: { readonly summary: SummaryView; readonly outcome: SessionOutcome },
): string {
  const answered = answerSentence(outcome)
  if (answered !== '') return reason === null ? answered : `${answered} ${reason}`
  if (state === 'silent') return 'Only a person can tell what the wallet showed.'
  const ended = events.findLast(({ type }) => type === 'campaign_session_ended')
  if (ended !== undefined) return `${endedWords(ended)}.`
  return reason ?? 'The wallet did not reach the end of the flow.'
}

/** Events caused by a wallet, or by a browser without one. */
const outcomes: readonly StoredEvent['type'][] = [
  'vp_presentation_response_received',
  'vp_wallet_error_received',
  'vp_dc_api_failed',
]

/** The carrier of the last response as a member; none for a link. Without evidence of a browser, there was none. */
function carrierMember({ session, events }: Pick<SessionEvidence, 'session' | 'events'>): {
  readonly carrier?: Carrier
} {
  if (session.kind !== 'presentation' || channelOf(session) === 'url') return {}
  const last = events.findLast(({ type }) => outcomes.includes(type))
  return { carrier: last?.detail.carrier === 'browser' ? 'browser' : 'emulated' }
}

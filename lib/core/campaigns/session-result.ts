import type { RequestContext } from '../engine/endpoints/request-context'
import { failureSentence } from '../engine/evidence/failure-sentence'
import { loadEvidence } from '../engine/evidence/load-evidence'
import { endedWords } from '../engine/evidence/outcomes'
import { projectInTurns } from '../engine/evidence/project-session'
import type { ConformanceEntry, SummaryView, Verdict } from '../engine/evidence/session-view'
import { countedFindings, inferredBreaches, worstByCheck } from '../engine/evidence/summarise'
import type { SessionOutcome } from '../engine/evidence/z-outcome'
import type { SessionEvidence } from '../engine/sessions/session-evidence'
import { clauseReference } from '../ground/ports/clauses'
import type { FindingStatus } from '../ground/ports/finding'
import { type Level, levels } from '../ground/ports/level'
import type { Facet } from '../ground/ports/ports'
import type { Session, StoredEvent } from '../ground/ports/store-types'
import type { EpochMillis } from '../ground/time/time'
import { checkById, sessionKinds } from '../wings'
import { answersWanted, lastTold, type PersonAnswer } from './person-answers'
import { type SessionState, sessionState, silenceEnds, toItsEnding } from './session-state'

/** A rule that a wallet broke in a session. */
export interface BrokenRule {
  readonly id: string
  readonly title: string
  readonly level: Level
  readonly clause: { readonly spec: string; readonly section: string; readonly url: string }
  /** What was wrong, including the received value. */
  readonly problem: string
  readonly hint: string | null
}

/** The result of a campaign's session. */
export interface SessionResult {
  readonly state: SessionState
  /** That of the read-back; `null` while the session is open, or if no wallet used it. */
  readonly status: string | null
  /** `null` while the session is open, or if no wallet used it. */
  readonly verdict: Verdict | null
  /** The same as everywhere else; `null` while the session is open, and if no wallet used it. */
  readonly outcome: SessionOutcome | null
  /** Why there is no verdict, in a sentence; `null` with one. */
  readonly reason: string | null
  /** The number of checks by result; `null` while the session is open. */
  readonly counts: SummaryView['counts'] | null
  /** Broken rules, musts first. */
  readonly broken: readonly BrokenRule[]
  /**
   * The status of each check and what it named: what is wrong, or what it examined. Leaves out checks that did not
   * apply.
   */
  readonly found: Readonly<Record<string, { readonly status: FindingStatus; readonly named: readonly string[] | null }>>
  /** From the creation of the session to the end of its last exchange; `null` while it is open, or if no wallet used it. */
  readonly durationMillis: number | null
  /** What a person may still tell of it; empty for nothing. */
  readonly answers: readonly PersonAnswer[]
  /** What a person told last of what the wallet showed; `null` for nothing. */
  readonly told: PersonAnswer | null
  /** When silence ends the session; `null` where it does not, or not yet. */
  readonly silenceEndsAt: EpochMillis | null
  /** Rules whose violation is only a warning in this session, musts first. */
  readonly warned: readonly BrokenRule[]
}

type Context = Pick<RequestContext, 'ports' | 'settings'>

const facet: Facet<SessionResult> = { name: 'result' }

/** Reads a session's result. A decided result is computed again only if something was added to its evidence. */
export async function readResult(session: Session, context: Context): Promise<SessionResult> {
  const { memory, now } = context.ports
  const before = memory.get(session.sessionId)?.get(facet)
  if (before !== undefined) return before
  const { evidence: read, known } = await memory.read(session.sessionId, () => loadEvidence(session, context.ports))
  const evidence = { ...read, now: now() }
  const state = sessionState(evidence)
  if (state === 'open')
    return { state, ...nothing, answers: answersWanted(evidence, state), silenceEndsAt: silenceEnds(evidence) }
  if (state === 'lapsed') return { state, ...nothing }
  const result = await foldResult(state, evidence, context)
  // Its JSON length approximates its size in bytes, because most of its text comes from the checks.
  known.keep(facet, result, JSON.stringify(result).length)
  return result
}

/** Reads what a session shows so far, whether or not it has ended. */
export async function readSoFar(session: Session, context: Context): Promise<SessionResult> {
  const evidence = { ...(await loadEvidence(session, context.ports)), now: context.ports.now() }
  return foldResult(sessionState(evidence), evidence, context)
}

const nothing = {
  status: null,
  verdict: null,
  outcome: null,
  reason: null,
  counts: null,
  broken: [],
  warned: [],
  found: {},
  answers: [],
  told: null,
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
  const view =
    session.kind === 'issuance'
      ? await projectInTurns(sessionKinds.issuance, { ...input, session })
      : await projectInTurns(sessionKinds.presentation, { ...input, session })
  const { summary, conformance } = view.checks
  const worst = worstByCheck(countedFindings(conformance, summary.mixed_traffic))
  const rules = (wanted: ConformanceEntry['status']): BrokenRule[] =>
    worst
      .filter(({ status }) => status === wanted)
      .flatMap(brokenRule)
      .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  return {
    state,
    status: view.status,
    verdict: summary.verdict,
    outcome: view.outcome,
    reason:
      summary.verdict !== 'incomplete'
        ? null
        : inferredBreaches(conformance, summary.mixed_traffic) > 0
          ? 'A check most likely failed, in a request that names no session.'
          : reasonOf(state, evidence.events, summary),
    counts: summary.counts,
    broken: rules('fail'),
    warned: rules('warn'),
    durationMillis: durationOf(evidence),
    answers: answersWanted(evidence, state),
    told: lastTold(evidence.events),
    silenceEndsAt: null,
    found: Object.fromEntries(
      worst.filter(({ status }) => status !== 'not_applicable').map((entry) => [entry.id, foundBy(entry)]),
    ),
  }
}

/** Events of other sessions may come much later, so only its own exchanges before its end count, and a person who ended it. */
function durationOf(evidence: SessionEvidence): number {
  const { session, exchanges, events } = toItsEnding(evidence).inTime
  const last = Math.max(
    session.createdAt,
    ...exchanges.map(({ at, durationMillis }) => at + durationMillis),
    ...events.filter(({ type }) => type === 'campaign_session_ended').map(({ at }) => at),
  )
  return last - session.createdAt
}

const foundBy = ({ status, actual }: ConformanceEntry) => ({
  status,
  named: Array.isArray(actual) && actual.every((one) => typeof one === 'string') ? actual : null,
})

function brokenRule(entry: ConformanceEntry): BrokenRule[] {
  const check = checkById(entry.id)
  if (check === null) return []
  const { id, title, level, hint } = entry
  return [{ id, title, level, clause: clauseReference(check.clauses[0]), problem: failureSentence(entry, check), hint }]
}

function reasonOf(state: SessionState, events: readonly StoredEvent[], { reason }: SummaryView): string {
  if (state === 'silent') return 'Only a person can tell what the wallet showed.'
  const shown = events.findLast(({ type }) => type === 'campaign_session_ended')?.detail.shown
  if (typeof shown === 'string') return `${endedWords(shown)}.`
  if (reason !== null) return reason
  const error = events.findLast(({ type }) => type === 'vp_wallet_error_received')?.detail.error
  return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error)
    ? `The wallet responded with the error ${error}.`
    : 'The wallet did not reach the end of the flow.'
}

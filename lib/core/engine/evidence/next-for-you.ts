import type { Actor } from '../checks/check'
import { isEuropean } from './european-draft'
import type { OutcomeId } from './outcomes'
import type { ConformanceEntry, SummaryView } from './session-view'
import { adviceRank, countedFindings, isAfterEnd } from './summarise'
import type { NextForYou, NextStep, SessionCause } from './z-session-view'

/** How the one who tests begins a session, and begins it once more. Both go on the same in every kind. */
export interface HowToRun {
  /** A sentence for a session that waits. */
  readonly begin: string
  /** A clause for after a correction: `scan again`. True of this session as it stands. */
  readonly again: string
  /** What to do about the error response that ended it, as the start of a sentence; absent without one. */
  readonly afterError?: string
  /** The useful test after one that passed. */
  readonly test: Pick<NextForYou, 'do' | 'test'>
}

/** What became of the request of a cause. */
export type AfterCause =
  /** The flow went on: in the request of that number, if it was the same one once more. */
  | { readonly became: 'recovered'; readonly number: number | null }
  /** It was accepted, because its rule refuses nothing in this session. */
  | { readonly became: 'accepted' }
  | { readonly became: 'stands' }

interface Situation {
  readonly outcome: OutcomeId
  readonly counts: Pick<SummaryView['counts'], 'fail' | 'warn'>
  readonly cause: (Pick<SessionCause, 'check' | 'exchange_id' | 'acts'> & { readonly after: AfterCause }) | null
  /** The warning that is told first; `null` without one. */
  readonly warning: Pick<ConformanceEntry, 'id' | 'exchange_id'> | null
  readonly run: HowToRun
}

/** Who else has to act first, by whose part the cause is. */
const fixes: Readonly<Record<Actor, string>> = {
  wallet: 'Fix it',
  issuer: 'Let the issuer of the credential fix it',
  tester: 'Change the request',
  operator: 'Change the settings of this service',
}

/** What is left to do where nothing failed and nothing warned, by outcome. `{again}` stands for the clause. */
const elsewhere: Readonly<Record<Exclude<OutcomeId, 'passed' | 'waiting'>, string>> = {
  running: 'Go on in the wallet: the flow is under way.',
  passed_with_warnings: 'Look at the checks that did not pass, then {again}.',
  failed: 'Fix it, then {again}.',
  most_likely_failed: 'Fix it, then {again}.',
  refused: 'Read why the request was refused, then {again}.',
  stopped: 'Read the error of the wallet, remove its reason, then {again}.',
  declined: '{afterError}, then {again}.',
  captured: 'What came is on record without a verdict. To have one, ask for SD-JWT VC or mdoc in a new session.',
  undecided: 'This session decides on its own too little: {again}.',
  silent: 'Look at the wallet: only its screen tells whether it refused.',
  ended_by_tester: 'This session is ended. To go on, {again}.',
  expired: 'The session expired on the way: {again}.',
  never_reached: 'No wallet came before the session expired: {again}.',
}

/**
 * What the developer of the wallet does next, from what a session came to. Never empty, and never that there is nothing
 * to do: what failed comes first, then what warned, then what is open, then the next test.
 */
export function nextForYou({ outcome, counts, cause, warning, run }: Situation): NextForYou {
  const at = { check: null, exchange_id: null, test: null }
  if (cause !== null) {
    const { check, exchange_id, acts, after } = cause
    const found = { ...at, check, exchange_id }
    if (acts === 'wallet' && after.became === 'recovered')
      return {
        ...found,
        id: 'recovered',
        do: `${after.number === null ? 'The flow went on after it' : `It recovered in request ${after.number}`}. Fix it all the same.`,
      }
    if (acts === 'wallet' && after.became === 'accepted')
      return { ...found, id: 'accepted', do: 'Accepted, because this rule refuses nothing. Fix it.' }
    return { ...found, id: 'fix', do: `${fixes[acts]}, then ${run.again}.` }
  }
  if (counts.fail > 0) return { ...at, id: 'fix', do: `Fix what failed, then ${run.again}.` }
  if (outcome === 'waiting') return { ...at, id: 'begin', do: run.begin }
  if (warning !== null && outcome !== 'running')
    return {
      ...at,
      id: 'warning',
      check: warning.id,
      exchange_id: warning.exchange_id,
      do: `Look at ${counts.warn > 1 ? `the first of ${counts.warn} warnings` : 'the warning'}: fix it, or see that it is meant.`,
    }
  if (outcome === 'passed') return { ...at, ...run.test, id: 'test' }
  const open = elsewhere[outcome]
    .replace('{afterError}', () => run.afterError ?? 'Read the error of the wallet')
    .replace('{again}', () => run.again)
  return { ...at, id: outcome === 'running' ? 'go_on' : outcome === 'silent' ? 'tell' : 'again', do: open }
}

/**
 * The warnings that count, each check once: first that the wallet is one for European issuers, which explains others,
 * then what a MUST or SHOULD of a specification stands behind or what it took out, then those of a profile that the session does not claim, then
 * advice and the rules of this service. Each of these is in the order of the exchanges; what a whole session shows comes last.
 * @param exchangeIds of the session, oldest first
 */
export function warningsInOrder<Of extends ConformanceEntry>(
  entries: readonly Of[],
  exchangeIds: readonly string[],
  mixedTraffic: boolean,
): Of[] {
  const place = ({ exchange_id }: ConformanceEntry) => {
    const position = exchange_id === null ? -1 : exchangeIds.indexOf(exchange_id)
    return position < 0 ? exchangeIds.length : position
  }
  const counted = countedFindings(entries, mixedTraffic) as readonly Of[]
  const failed = new Set(counted.filter(({ status }) => status === 'fail').map(({ id }) => id))
  const warned = counted
    .filter((entry) => entry.status === 'warn' && !failed.has(entry.id) && !isAfterEnd(entry))
    .sort(
      (a, b) => Number(isEuropean(b)) - Number(isEuropean(a)) || adviceRank(a) - adviceRank(b) || place(a) - place(b),
    )
  return [...new Map(warned.toReversed().map((entry) => [entry.id, entry])).values()].reverse()
}

/** What a session shows of the request of a cause, oldest first. */
interface Course {
  readonly refused: boolean
  readonly standing: Pick<NextStep, 'operation'> | null
  readonly exchanges: readonly CourseExchange[]
  readonly mixedTraffic: boolean
}

interface CourseExchange {
  readonly id: string
  readonly operation: string | null
  readonly correlation: 'exact' | 'inferred'
  readonly response: { readonly status: number | null }
}

/**
 * What became of the request of a cause. Requests are numbered as on the pages: from 1, without those that may belong
 * to another session.
 * @param recordedOnly whether the rule refuses nothing in this session, and the cause is about one request
 */
export function afterCause(
  { exchange_id }: Pick<SessionCause, 'exchange_id'>,
  { refused, standing, exchanges, mixedTraffic, recordedOnly }: Course & { readonly recordedOnly: boolean },
): AfterCause {
  const numbered = exchanges.filter(({ correlation }) => !mixedTraffic || correlation === 'exact')
  const place = numbered.findIndex(({ id }) => id === exchange_id)
  const own = numbered[place]
  if (own === undefined) return { became: 'stands' }
  const isSuccess = ({ operation, response: { status } }: CourseExchange): boolean =>
    operation !== null && status !== null && status < 400
  if (!refused) return recordedOnly && isSuccess(own) ? { became: 'accepted' } : { became: 'stands' }
  if (standing !== null || own.correlation === 'inferred') return { became: 'stands' }
  const same = numbered.findIndex((one, index) => index > place && one.operation === own.operation && isSuccess(one))
  if (same > 0) return { became: 'recovered', number: same + 1 }
  return numbered.slice(place + 1).some(isSuccess) ? { became: 'recovered', number: null } : { became: 'stands' }
}

import type { ExchangeId } from '../../shared/ports/ids'
import { reporterOf } from '../../shared/ports/reporter'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../shared/time/time'
import { expiryOf } from '../sessions/session-end'
import type { Ending, SessionEvidence } from '../sessions/session-evidence'
import { describeReport, type RightReaction, type Silence } from './deviation'

/** How a wallet reacted to a deviation, and what shows it. */
export interface DeviationOutcome {
  /**
   * `waiting`: the wait is not over. `undecided`: nothing shows what the wallet did. `untested`: the wallet never
   * received the altered message.
   */
  readonly did: 'refused' | 'continued' | 'undecided' | 'waiting' | 'untested'
  /**
   * `wallet`: its own message. `redirect`: it opened an address that only a redirect named. `report`: a person or
   * driver reported what it showed; `seen` says who. `later_session`: it did not present the credential when asked
   * again. `silence`: nothing arrived during the wait. `registered_only`: it disclosed only registered claims.
   * `warning`: it reportedly warned its user and asked, which there counts as a refusal. `browser`: the browser shared
   * nothing, whoever decided that. `fetch`: it fetched an address that it should not use. `other_refusal`: it went on, and
   * a request of it was refused for another reason. `null`: nothing at all.
   */
  readonly by:
    | ('wallet' | 'redirect' | 'fetch')
    | ('report' | 'later_session' | 'silence' | 'browser')
    | ('registered_only' | 'warning' | 'other_refusal')
    | null
  /** When silence ends the wait; only while a wallet that made contact is awaited. */
  readonly until?: EpochMillis
  /** When it was decided; `null` while open. */
  readonly at: EpochMillis | null
  /** The evidence, for people; empty while open. */
  readonly seen: string
  /** The request of this session that shows it; `null` if it is something else. */
  readonly exchangeId: ExchangeId | null
  /** The session claims no profile that forbids what the wallet did: it is told, and fails nothing. */
  readonly advisory?: boolean
}

/** Default wait for the wallet, in seconds. */
export const waitSecondsDefault = 60

/** An undecided outcome. */
export const open = (
  did: 'undecided' | 'waiting' | 'untested',
  by: DeviationOutcome['by'] = null,
): DeviationOutcome => ({ did, by, at: null, seen: '', exchangeId: null })

/** The reported outcome; `shown` is `error`, or says that the wallet continued, possibly after a warning. */
export const reportedOutcome = ({ at, detail }: Pick<StoredEvent, 'at' | 'detail'>): DeviationOutcome => ({
  did: detail.shown === 'error' ? 'refused' : 'continued',
  by: 'report',
  at,
  seen: describeReport(detail.shown, reporterOf({ detail })),
  exchangeId: null,
})

/** The inputs for judging silence. */
interface Wait {
  /** Start of the wait: the last altered message, or the creation of the session. */
  readonly since: EpochMillis
  readonly seconds: number
  /** False if the wallet was never seen: its silence may mean that it was never started. */
  readonly reached: boolean
  readonly silence: Silence
  readonly now: EpochMillis
}

/**
 * The outcome of a deviation.
 * @param shown evidence from messages, people and later sessions, in order of precedence; `null` for none
 */
export function outcomeOf(shown: readonly (DeviationOutcome | null)[], wait: Wait): DeviationOutcome {
  const decided = shown.find((one) => one !== null)
  if (decided) return decided
  const { since, seconds, reached, silence, now } = wait
  const at = addSeconds(since, seconds)
  if (now < at) return reached ? { ...open('waiting'), until: at } : open('waiting')
  if (!reached) return open('undecided')
  if (silence === 'says_nothing') return open('undecided', 'silence')
  const seen = silence === 'continued' ? `no such request for ${seconds} s` : `silence for ${seconds} s`
  return { did: silence, by: 'silence', at, seen, exchangeId: null }
}

/** True if the wallet said nothing, or only a browser responded without sharing anything; neither is conclusive. */
export const isSilent = (outcome: Pick<DeviationOutcome, 'did' | 'by'> | null): boolean =>
  outcome?.did === 'undecided' && (outcome.by === 'silence' || outcome.by === 'browser')

/** True if only a person can tell, or may know better, what the wallet did. */
export const asksPerson = ({ did, by }: DeviationOutcome): boolean =>
  did !== 'untested' && by !== 'wallet' && by !== 'redirect' && by !== 'fetch' && by !== 'registered_only'

const rightReactions: Readonly<Record<RightReaction, readonly DeviationOutcome['did'][]>> = {
  refusal: ['refused'],
  going_on: ['continued'],
  report: ['refused', 'continued'],
}

/** True if the wallet reacted correctly; if nothing specifies how, once it reacted at all. */
export const isRightReaction = (expects: RightReaction, { did }: Pick<DeviationOutcome, 'did'>): boolean =>
  rightReactions[expects].includes(did)

/**
 * Extends a session's ending by the wait for a wallet's reaction to a deviation, unless the tester ended the session.
 * @param ending by expiry or by the tester
 * @param outcome of the deviation at that ending; `null` without deviation
 */
export function endingAfterWait(
  ending: Ending,
  { session, events }: Pick<SessionEvidence, 'session' | 'events'>,
  outcome: Pick<DeviationOutcome, 'until'> | null,
): Ending {
  const until = outcome?.until
  if (until === undefined || ending.at < expiryOf(session, events)) return ending
  return { ...ending, at: epochMillis(Math.max(ending.at, until)) }
}

import type { ExchangeId } from '../../ground/ports/ids'
import type { StoredEvent } from '../../ground/ports/store-types'
import { tellerOf } from '../../ground/ports/teller'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'
import { expiryOf } from '../sessions/session-end'
import type { Ending, SessionEvidence } from '../sessions/session-evidence'
import { type RightReaction, type Silence, toldWords } from './deviation'

/** How a wallet reacted to a deviation, and what shows it. */
export interface DeviationOutcome {
  /**
   * `waiting`: the wait is not over. `undecided`: nothing shows what the wallet did. `untested`: the wallet never
   * received the altered message.
   */
  readonly did: 'refused' | 'continued' | 'undecided' | 'waiting' | 'untested'
  /**
   * `wallet`: its own message. `redirect`: it called an address that only a redirect named. `report`: somebody, or the
   * driver, told what it showed: `seen` says who. `later_session`: it was asked for the credential again and did not present it. `silence`: nothing
   * arrived while the session waited. `registered_only`: it showed only what may be asked for. `warning`: it was
   * told that it warned its user and asked, which is as good as a refusal there. `browser`: the browser shared nothing,
   * whoever decided that. `fetch`: it fetched an address of the request that it should not use. `null`: nothing at all.
   */
  readonly by:
    | ('wallet' | 'redirect' | 'fetch')
    | ('report' | 'later_session' | 'silence' | 'browser')
    | ('registered_only' | 'warning')
    | null
  /** When silence would end the wait; only while a wallet that was seen is awaited. */
  readonly until?: EpochMillis
  /** When it was decided; `null` while it is open. */
  readonly at: EpochMillis | null
  /** What shows it, for people; empty while it is open. */
  readonly seen: string
  /** The request of this session that shows it; `null` if something else does. */
  readonly exchangeId: ExchangeId | null
}

/** Default wait for the wallet, in seconds. */
export const waitSecondsDefault = 60

/** An outcome that is not decided. */
export const open = (
  did: 'undecided' | 'waiting' | 'untested',
  by: DeviationOutcome['by'] = null,
): DeviationOutcome => ({ did, by, at: null, seen: '', exchangeId: null })

/** The outcome that was told; `shown` is `error`, or says that the wallet continued, be it after a warning. */
export const outcomeTold = ({ at, detail }: Pick<StoredEvent, 'at' | 'detail'>): DeviationOutcome => ({
  did: detail.shown === 'error' ? 'refused' : 'continued',
  by: 'report',
  at,
  seen: toldWords(detail.shown, tellerOf({ detail })),
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
 * @param shown what messages, people and later sessions show, in order of precedence; `null` for nothing
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

/** True where the wallet said nothing, or no more than a browser that shared nothing: neither shows anything by itself. */
export const isSilent = (outcome: Pick<DeviationOutcome, 'did' | 'by'> | null): boolean =>
  outcome?.did === 'undecided' && (outcome.by === 'silence' || outcome.by === 'browser')

/** True where only a person can tell, or may know better, what the wallet did. */
export const asksPerson = ({ did, by }: DeviationOutcome): boolean =>
  did !== 'untested' && by !== 'wallet' && by !== 'redirect' && by !== 'fetch' && by !== 'registered_only'

const rightReactions: Readonly<Record<RightReaction, readonly DeviationOutcome['did'][]>> = {
  refusal: ['refused'],
  going_on: ['continued'],
  report: ['refused', 'continued'],
}

/** True if the wallet reacted as it should; where nothing says how, once it reacted at all. */
export const isAsItShould = (expects: RightReaction, { did }: Pick<DeviationOutcome, 'did'>): boolean =>
  rightReactions[expects].includes(did)

/**
 * The ending of a session in which a message deviates: where its time ends while it waits for the wallet to say something, its
 * outcome is final once that wait is over. No wait goes on after the tester ended the session.
 * @param ending by its time, or by its tester
 * @param outcome of the deviation at that ending; `null` where nothing deviates
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

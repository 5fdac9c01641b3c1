import type { ExchangeId } from '../../ground/ports/ids'
import type { StoredEvent } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis } from '../../ground/time/time'
import type { RightReaction, Silence } from './deviation'

/** What a wallet did with what deviates, and what shows it. */
export interface DeviationOutcome {
  /**
   * `waiting`: its time is not over. `undecided`: nothing that came shows what it did. `untested`: the wallet never
   * received the altered message.
   */
  readonly did: 'refused' | 'continued' | 'undecided' | 'waiting' | 'untested'
  /**
   * `wallet`: a message of it. `redirect`: it called an address that only a redirect named. `person`: somebody said what it
   * showed. `later_session`: it was asked for the credential again, and did not present it. `silence`: nothing came for as
   * long as the session waits. `null`: nothing at all.
   */
  readonly by: 'wallet' | 'redirect' | 'person' | 'later_session' | 'silence' | null
  /** When it came to that; `null` for what is still open. */
  readonly at: EpochMillis | null
  /** What shows it, for people; empty for what is still open. */
  readonly seen: string
  /** The request of this session that shows it; `null` where something else does. */
  readonly exchangeId: ExchangeId | null
}

/** Seconds of silence that a session waits where its tester names none. */
export const waitSecondsDefault = 60

/** An outcome that is not decided. */
export const open = (
  did: 'undecided' | 'waiting' | 'untested',
  by: DeviationOutcome['by'] = null,
): DeviationOutcome => ({ did, by, at: null, seen: '', exchangeId: null })

/** What a person saw on the wallet; `shown` is `error`, or says that the wallet continued. */
export const seenByPerson = ({ at, detail }: Pick<StoredEvent, 'at' | 'detail'>): DeviationOutcome => ({
  did: detail.shown === 'error' ? 'refused' : 'continued',
  by: 'person',
  at,
  seen: detail.shown === 'error' ? 'a person saw the wallet show an error' : 'a person saw the wallet continue',
  exchangeId: null,
})

/** What silence is judged by. */
interface Wait {
  /** When the wait starts: at the last altered message, or when the session was made. */
  readonly since: EpochMillis
  readonly seconds: number
  /** False for a wallet that was never seen: nobody can tell its silence from a wallet that was not started. */
  readonly reached: boolean
  readonly silence: Silence
  readonly now: EpochMillis
}

/**
 * The outcome of a deviation.
 * @param shown what messages, people and later sessions show, the one that counts most first; `null` for nothing
 */
export function outcomeOf(shown: readonly (DeviationOutcome | null)[], wait: Wait): DeviationOutcome {
  const decided = shown.find((one) => one !== null)
  if (decided) return decided
  const { since, seconds, reached, silence, now } = wait
  const at = addSeconds(since, seconds)
  if (now < at) return open('waiting')
  if (!reached) return open('undecided')
  if (silence === 'says_nothing') return open('undecided', 'silence')
  const seen = silence === 'continued' ? `no such request for ${seconds} s` : `silence for ${seconds} s`
  return { did: silence, by: 'silence', at, seen, exchangeId: null }
}

/** True where only a person can tell, or may know better, what the wallet did. */
export const asksPerson = ({ did, by }: DeviationOutcome): boolean =>
  did !== 'untested' && by !== 'wallet' && by !== 'redirect'

/** The wallet did what a right one does. */
export const isAsItShould = (expects: RightReaction, { did }: Pick<DeviationOutcome, 'did'>): boolean =>
  did === (expects === 'refusal' ? 'refused' : 'continued')

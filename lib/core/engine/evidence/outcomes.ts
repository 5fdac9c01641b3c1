import type { StoredEvent } from '../../ground/ports/store-types'
import { tellerOf } from '../../ground/ports/teller'
import type { EpochMillis } from '../../ground/time/time'

/**
 * Every outcome of a session. `verdict` is what reports count it as, and always that of the summary. `tone` is its colour on
 * every page. Only what each is for is said here; sessionOutcome finds which one a session has.
 */
export const outcomes = {
  /** No wallet has come yet. */
  waiting: { verdict: 'incomplete', tone: 'open' },
  /** The flow is under way. */
  running: { verdict: 'incomplete', tone: 'open' },
  passed: { verdict: 'pass', tone: 'pass' },
  /** No MUST failed, and something else did. */
  passed_with_warnings: { verdict: 'pass', tone: 'warn' },
  failed: { verdict: 'fail', tone: 'fail' },
  /** A MUST failed in a request that names no session. */
  most_likely_failed: { verdict: 'incomplete', tone: 'warn' },
  /** The last step was refused, and no MUST failed. */
  refused: { verdict: 'incomplete', tone: 'warn' },
  /** The session ended in an error, and no MUST failed. */
  stopped: { verdict: 'incomplete', tone: 'warn' },
  /** The wallet said that it will not go on, which is its right. */
  declined: { verdict: 'incomplete', tone: 'open' },
  /** What came is on record, in a form that is not judged. */
  captured: { verdict: 'incomplete', tone: 'open' },
  /** The flow reached its end, and nothing shows whether the wallet is right. */
  undecided: { verdict: 'incomplete', tone: 'warn' },
  /** The wallet was to refuse and said nothing, so only a person can tell what it showed. */
  silent: { verdict: 'incomplete', tone: 'warn' },
  /** The tester ended the session of a campaign. */
  ended_by_tester: { verdict: 'incomplete', tone: 'open' },
  /** Its time ended on the way. */
  expired: { verdict: 'incomplete', tone: 'open' },
  /** Its time ended before any wallet came. */
  never_reached: { verdict: 'incomplete', tone: 'open' },
} as const satisfies Readonly<Record<string, { readonly verdict: Verdict; readonly tone: OutcomeTone }>>

/** What a session is counted as; the values are those of the interface. */
export type Verdict = 'pass' | 'fail' | 'incomplete'

export type OutcomeTone = 'fail' | 'warn' | 'pass' | 'open'

export type OutcomeId = keyof typeof outcomes

export const outcomeIds = Object.keys(outcomes) as [OutcomeId, ...OutcomeId[]]

/** What the verdict of a session is called, wherever it is told. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  incomplete: 'No verdict',
}

/** The colour of an outcome. */
export const toneOf = ({ id }: { readonly id: OutcomeId }): OutcomeTone => outcomes[id].tone

/**
 * How a session stands. `created`: nothing has arrived. `running`: the flow is under way. `refused`: the last step was
 * refused. `done`: the wallet got, or gave, what the flow is for. `captured`: it gave what is not judged. `declined`: it said
 * that it will not go on. `failed`: an error ended it. `silent`: it was to
 * refuse, and said nothing for as long as the session waits. `ended`: the tester did. `expired`: its time ended on the way;
 * `unreached`: before any wallet came.
 */
export type Standing =
  | 'created'
  | 'running'
  | 'refused'
  | 'done'
  | 'captured'
  | 'declined'
  | 'failed'
  | 'silent'
  | 'ended'
  | 'expired'
  | 'unreached'

/** How a session stands, with what to call it. */
export interface Stand {
  readonly standing: Standing
  /** A phrase for headlines, e.g. `Credential issued`. */
  readonly words: string
}

/** How a session stands in which the wallet was to refuse, and said nothing. */
export const silentStand: Stand = { standing: 'silent', words: 'The wallet said nothing' }

/** How a session stands now, and until when that may change. */
export interface CurrentStand extends Stand {
  /** As things stand; `null` once nothing can change it but what is told. */
  readonly until: EpochMillis | null
}

const afterwards: readonly Standing[] = ['done', 'captured', 'declined', 'failed', 'ended', 'expired', 'unreached']

/**
 * How a session of any kind stands.
 * @param stand what its last status means, the one before it expired where it did
 * @param until when it is over; `null` once it is
 * @param reached whether a wallet has come
 * @param waiting what to call a session that no wallet has reached; a scan is awaited unless told otherwise
 */
export function currentStand({
  stand,
  until,
  reached,
  ended,
  waiting = 'Waiting for a scan',
}: {
  readonly stand: Stand
  readonly until: EpochMillis | null
  readonly reached: boolean
  /** The event that ended the session of a campaign, with what the wallet showed; `null` for none. */
  readonly ended: Pick<StoredEvent, 'detail'> | null
  readonly waiting?: string | undefined
}): CurrentStand {
  if (afterwards.includes(stand.standing) && stand.standing !== 'expired') return { ...stand, until }
  if (ended !== null) return { standing: 'ended', words: endedWords(ended), until }
  if (until === null) {
    if (!reached) return { standing: 'unreached', words: 'Expired, never reached', until }
    // A refusal, and silence, stay what they were when time runs out.
    return stand.standing === 'refused' || stand.standing === 'silent'
      ? { ...stand, until }
      : { standing: 'expired', words: 'Expired without a verdict', until }
  }
  if (!reached && stand.standing === 'running') return { standing: 'created', words: waiting, until }
  return { ...stand, until }
}

const shownWords: ReadonlyMap<unknown, string> = new Map([
  ['error', ': the wallet showed an error'],
  ['went_on', ': the wallet carried on'],
])
const enders = { person: 'Ended by the tester', driver: 'Ended by the driver' } as const

/** What a session is called that was ended by telling what the wallet showed: who told it, and what. */
export function endedWords(event: Pick<StoredEvent, 'detail'>): string {
  const by = tellerOf(event)
  return `${by === null ? 'Ended by a report' : enders[by]}${shownWords.get(event.detail.shown) ?? ''}`
}

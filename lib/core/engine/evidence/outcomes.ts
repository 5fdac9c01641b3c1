import { reporterOf } from '../../shared/ports/reporter'
import type { StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import type { SessionAnswer } from './session-answer'

/**
 * Every outcome of a session. `verdict` is what reports count it as and always equals that of the summary; `tone` is
 * its colour. sessionOutcome determines a session's outcome.
 */
export const outcomes = {
  /** No wallet has made contact. */
  waiting: { verdict: 'incomplete', tone: 'open' },
  /** The flow is under way. */
  running: { verdict: 'incomplete', tone: 'open' },
  /** Nothing failed, and nothing warned. */
  passed: { verdict: 'pass', tone: 'pass' },
  /** No MUST failed, but something else failed or warned. */
  passed_with_warnings: { verdict: 'pass', tone: 'warn' },
  failed: { verdict: 'fail', tone: 'fail' },
  /** A MUST failed in a request that names no session. */
  most_likely_failed: { verdict: 'incomplete', tone: 'warn' },
  /** The last step was refused, and no MUST failed. */
  refused: { verdict: 'incomplete', tone: 'warn' },
  /** The session ended in an error, and no MUST failed. */
  stopped: { verdict: 'incomplete', tone: 'warn' },
  /** The wallet declined to continue, as it may. */
  declined: { verdict: 'incomplete', tone: 'open' },
  /** The response is recorded, but in a form that is not judged. */
  captured: { verdict: 'incomplete', tone: 'open' },
  /** The flow ended without evidence that the wallet is right. */
  undecided: { verdict: 'incomplete', tone: 'warn' },
  /** The wallet should refuse and said nothing, so only a person can tell what it showed. */
  silent: { verdict: 'incomplete', tone: 'warn' },
  /** The tester ended the campaign session. */
  ended_by_tester: { verdict: 'incomplete', tone: 'open' },
  /** It expired on the way. */
  expired: { verdict: 'incomplete', tone: 'open' },
  /** It expired before any wallet made contact, or did more than look at the code of a workbench. */
  never_reached: { verdict: 'incomplete', tone: 'open' },
} as const satisfies Readonly<Record<string, { readonly verdict: Verdict; readonly tone: OutcomeTone }>>

/** What a session is counted as; the values are those of the interface. */
export type Verdict = 'pass' | 'fail' | 'incomplete'

export type OutcomeTone = 'fail' | 'warn' | 'pass' | 'open'

export type OutcomeId = keyof typeof outcomes

export const outcomeIds = Object.keys(outcomes) as [OutcomeId, ...OutcomeId[]]

/** Names of the verdicts, everywhere. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  incomplete: 'No verdict',
}

/** The colour of an outcome. */
export const toneOf = ({ id }: { readonly id: OutcomeId }): OutcomeTone => outcomes[id].tone

/**
 * Progress of a session. `created`: nothing has arrived. `running`: the flow is under way. `refused`: the last step was
 * refused. `done`: the wallet got or gave what the flow is for. `captured`: it gave something that is not judged.
 * `declined`: it declined to continue. `failed`: ended by an error. `silent`: it should refuse, and was silent for the
 * whole wait. `ended`: by the tester. `expired`: on the way; `unreached`: before any contact.
 */
export type ProgressState =
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

/** Progress of a session with its name. */
export interface SessionProgress {
  readonly standing: ProgressState
  /** A phrase for headlines, e.g. `Credential issued`. */
  readonly words: string
  /** What shows it where no message of the flow does: `silence for 60 s`. */
  readonly shownBy?: string
  /** The error response that ended it. */
  readonly answer?: SessionAnswer
}

/** For a session in which the wallet should refuse and was silent. */
export const silentProgress: SessionProgress = { standing: 'silent', words: 'The wallet said nothing' }

/** Progress of a session now, and until when it may change. */
export interface CurrentProgress extends SessionProgress {
  /** May move with later events; `null` once only reports can change it. */
  readonly until: EpochMillis | null
}

const afterwards: readonly ProgressState[] = ['done', 'captured', 'declined', 'failed', 'ended', 'expired', 'unreached']

/**
 * Determines the progress of any kind of session.
 * @param stand meaning of its last status, before expiry
 * @param until when it ends; `null` if it has
 * @param reached whether a wallet made contact
 * @param waiting name of a session without contact; defaults to waiting for a scan
 */
export function currentProgress({
  stand,
  until,
  reached,
  ended,
  opened = false,
  late = false,
  waiting = 'Waiting for a scan',
}: {
  readonly stand: SessionProgress
  readonly until: EpochMillis | null
  readonly reached: boolean
  /** The event with which the tester ended a campaign session, with what the wallet showed; `null` for none. */
  readonly ended: Pick<StoredEvent, 'detail'> | null
  /** Whether its code was read and nothing followed, as after a look at it. */
  readonly opened?: boolean
  /** Whether a wallet came after its end. */
  readonly late?: boolean
  readonly waiting?: string | undefined
}): CurrentProgress {
  if (afterwards.includes(stand.standing) && stand.standing !== 'expired') return { ...stand, until }
  if (ended !== null) return { standing: 'ended', words: endedWords(ended), until }
  if (until === null) {
    if (!reached)
      return { standing: 'unreached', words: late ? 'Expired before the wallet came' : 'Expired, never reached', until }
    if (opened) return { standing: 'unreached', words: 'Opened, not continued', until }
    // A refusal or silence is not changed by expiry.
    return stand.standing === 'refused' || stand.standing === 'silent'
      ? { ...stand, until }
      : { ...stand, standing: 'expired', words: 'Expired without a verdict', until }
  }
  if (!reached && stand.standing === 'running') return { standing: 'created', words: waiting, until }
  return { ...stand, until }
}

const shownWords: ReadonlyMap<unknown, string> = new Map([
  ['error', ': the wallet showed an error'],
  ['went_on', ': the wallet carried on'],
])
const enders = { person: 'Ended by the tester', driver: 'Ended by the driver' } as const

/** Name of a session that the tester ended by reporting what the wallet showed. */
export function endedWords(event: Pick<StoredEvent, 'detail'>): string {
  const by = reporterOf(event)
  return `${by === null ? 'Ended by a report' : enders[by]}${shownWords.get(event.detail.shown) ?? ''}`
}

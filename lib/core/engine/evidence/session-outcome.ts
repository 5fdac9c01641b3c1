import { z } from 'zod'
import type { ConformanceEntry, SummaryView, Verdict } from './session-view'
import { countedFindings, failedMusts, inferredBreaches, worstByCheck } from './summarise'
import type { ViewOf } from './view-of'

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

export type OutcomeTone = 'fail' | 'warn' | 'pass' | 'open'

export type OutcomeId = keyof typeof outcomes

export const outcomeIds = Object.keys(outcomes) as [OutcomeId, ...OutcomeId[]]

/** What the verdict of a session is called, wherever it is told. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  incomplete: 'No verdict',
}

/** The outcome in a read-back. */
export const zOutcome = z
  .object({
    id: z.enum(outcomeIds),
    sentence: z.string().meta({ description: 'The headline of the session, in a few words.' }),
    detail: z.string().meta({ description: 'What the headline omits; may be empty.' }),
    success: z
      .boolean()
      .nullable()
      .meta({ description: 'True if the session passed, false if it failed, null without a verdict.' }),
    over: z.boolean().meta({ description: 'True once the wallet can do no more in this session.' }),
  })
  .meta({
    'x-extension': true,
    description: 'What the session came to, the same in every page, list and report.',
  })

/** What a session came to. */
export type SessionOutcome = ViewOf<typeof zOutcome>

/** The colour of an outcome. */
export const toneOf = ({ id }: Pick<SessionOutcome, 'id'>): OutcomeTone => outcomes[id].tone

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

/** How a session stands now, and whether the wallet can still do something. */
export interface CurrentStand extends Stand {
  readonly over: boolean
}

const afterwards: readonly Standing[] = ['done', 'captured', 'declined', 'failed', 'ended', 'expired', 'unreached']

/**
 * How a session of any kind stands.
 * @param stand what its last status means, the one before it expired where it did
 * @param reached whether a wallet has come
 */
export function currentStand({
  stand,
  expired,
  reached,
  shown,
}: {
  readonly stand: Stand
  readonly expired: boolean
  readonly reached: boolean
  /** What the tester who ended the session of a campaign saw; `null` where nobody did. */
  readonly shown: string | null
}): CurrentStand {
  if (afterwards.includes(stand.standing) && stand.standing !== 'expired') return { ...stand, over: true }
  if (shown !== null) return { standing: 'ended', words: shownWords.get(shown) ?? 'Ended by the tester', over: true }
  if (expired) {
    if (!reached) return { standing: 'unreached', words: 'Expired, never reached', over: true }
    // A refusal, and silence, stay what they were when time runs out.
    return stand.standing === 'refused' || stand.standing === 'silent'
      ? { ...stand, over: true }
      : { standing: 'expired', words: 'Expired without a verdict', over: true }
  }
  if (!reached && stand.standing === 'running') return { standing: 'created', words: 'Waiting for a scan', over: false }
  return { ...stand, over: false }
}

const shownWords: ReadonlyMap<string, string> = new Map([
  ['error', 'Ended by the tester: the wallet showed an error'],
  ['went_on', 'Ended by the tester: the wallet carried on'],
])

/**
 * True for a finding that refused a request of which nobody knows for certain that it belongs to the session: it is shown
 * as a warning. A check of level info refuses only what the flow plans for, such as a proof without a nonce yet.
 */
export const isInferredRefusal = ({ rejected, correlation, level }: ConformanceEntry): boolean =>
  rejected && correlation === 'inferred' && level !== 'info'

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/**
 * The outcome of a session. Its verdict is that of the summary, so that no page and no report can say otherwise: a broken
 * MUST fails, first those of the specifications, else those of the HAIP profile, which count only where the session claims
 * it. Without a verdict the outcome says how far the flow came.
 */
export function sessionOutcome({
  conformance,
  summary,
  stand,
}: {
  readonly conformance: readonly ConformanceEntry[]
  readonly summary: Pick<SummaryView, 'verdict' | 'reason' | 'mixed_traffic'>
  readonly stand: CurrentStand
}): SessionOutcome {
  const { standing, words, over } = stand
  const findings = countedFindings(conformance, summary.mixed_traffic)
  const failed = worstByCheck(findings).filter(({ status }) => status === 'fail')
  const musts = failedMusts(findings)
  const haip = musts.filter(({ profile }) => profile === 'haip').length
  const base = musts.length - haip
  const should = failed.length - musts.length
  const softer = should > 0 ? `${should} SHOULD failed` : ''
  const haipFailed = `${counted(haip, 'HAIP requirement')} failed`
  const outcome = (id: OutcomeId, sentence: string, ...detail: string[]): SessionOutcome => {
    const { verdict } = outcomes[id]
    return {
      id,
      sentence,
      detail: join(...detail),
      success: verdict === 'incomplete' ? null : verdict === 'pass',
      over,
    }
  }
  // What became of the flow is told beside the verdict; that it goes on is not.
  const flow = standing === 'created' || standing === 'running' ? '' : words
  if (summary.verdict === 'fail')
    return base > 0
      ? outcome('failed', `${counted(base, 'check')} failed`, flow, haip > 0 ? haipFailed : '', softer)
      : outcome('failed', haipFailed, flow, 'no other MUST failed', softer)
  if (summary.verdict === 'pass')
    return softer === '' && standing === 'done'
      ? outcome('passed', 'No check failed', flow)
      : outcome('passed_with_warnings', softer === '' ? 'No check failed' : 'No MUST failed', flow, softer)
  const breaches = inferredBreaches(conformance, summary.mixed_traffic)
  if (breaches > 0 && standing === 'done')
    return outcome(
      'most_likely_failed',
      `${counted(breaches, 'check')} most likely failed`,
      flow,
      'in a request that names no session',
      softer,
    )
  const why = summary.reason?.replace(/\.$/, '') ?? ''
  switch (standing) {
    case 'refused':
      return outcome('refused', words, why || 'no MUST failed', softer)
    case 'failed':
      return outcome('stopped', words, why || 'no MUST failed', softer)
    case 'declined':
      return outcome('declined', words, softer)
    case 'captured':
      return outcome('captured', words, softer)
    case 'done':
      return outcome('undecided', `${words}, no verdict`, why, softer)
    case 'silent':
      return outcome('silent', words, softer)
    case 'ended':
      return outcome('ended_by_tester', words, softer)
    case 'unreached':
      return outcome('never_reached', words)
    default:
      if (conformance.some(isInferredRefusal))
        return outcome('refused', 'A request was refused', 'most likely of this wallet', softer)
      return standing === 'expired'
        ? outcome('expired', words, softer)
        : outcome(standing === 'created' ? 'waiting' : 'running', words, softer)
  }
}

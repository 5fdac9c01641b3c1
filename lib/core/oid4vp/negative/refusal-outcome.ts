import type { PresentationSession, StoredEvent } from '../../store-types'
import { addSeconds, type EpochMillis } from '../../time'
import { answerEvents } from '../presentation-history'

/**
 * What a wallet did with a request that it should refuse. `presented` is the wrong answer. `reported_error` and
 * `reported_going_on`: a person said what the wallet showed. `silent`: it fetched the request, and nothing came for as long as
 * the session waits. `waiting`: that time is not over. `unknown`: it never fetched anything, so nobody can tell silence from a
 * wallet that was not started.
 */
export type RefusalOutcome =
  | 'refused_with_error'
  | 'presented'
  | 'reported_error'
  | 'reported_going_on'
  | 'silent'
  | 'waiting'
  | 'unknown'

/** True where a good wallet refuses. */
export const expectsRefusal = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  options.expect === 'refusal'

const defaultWaitSeconds = 60

/** Reads the events of a session that expects a refusal; `at`: when it came to that, `null` for what is still open. */
export function refusalOutcome(
  { options, createdAt }: Pick<PresentationSession, 'options' | 'createdAt'>,
  events: readonly StoredEvent[],
  now: EpochMillis,
): { readonly outcome: RefusalOutcome; readonly at: EpochMillis | null } {
  const answers = events.filter(({ type }) => answerEvents.some((answer) => answer === type))
  const presented = answers.find(({ type }) => type !== 'vp_wallet_error_received')
  if (presented !== undefined) return { outcome: 'presented', at: presented.at }
  const error = answers.find(({ detail }) => detail.consumed === true)
  if (error !== undefined) return { outcome: 'refused_with_error', at: error.at }
  const report = events.findLast(({ type }) => type === 'vp_refusal_reported')
  if (report !== undefined) {
    return { outcome: report.detail.shown === 'error' ? 'reported_error' : 'reported_going_on', at: report.at }
  }
  const wait = options.refusal_wait ?? defaultWaitSeconds
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  const due = addSeconds(fetched?.at ?? createdAt, wait)
  if (now < due) return { outcome: 'waiting', at: null }
  return fetched === undefined ? { outcome: 'unknown', at: null } : { outcome: 'silent', at: due }
}

/** The wallet did what it should. */
export const isRefused = (outcome: RefusalOutcome): boolean =>
  outcome === 'refused_with_error' || outcome === 'reported_error' || outcome === 'silent'

import type { PresentationSession, StoredEvent } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis } from '../../ground/time/time'
import { consumedAnswer, sentWalletNonce } from '../history/verifier-history'
import { negativeTestOf } from '.'
import { followedRedirect } from './followed-redirect'

/**
 * What a wallet did with a request that it should refuse. `presented` is the wrong answer, and `followed_redirect` the wrong
 * next step: it called an address that only a redirect named. `reported_error` and
 * `reported_going_on`: a person said what the wallet showed. `silent`: its fetch failed as it was meant to, and nothing came for
 * as long as the session waits. `no_answer`: the same after a fetch that brought the request, so the wallet may as well be
 * asking its user: only a person can tell. `waiting`: that time is not over. `unknown`: it never fetched anything, so nobody can
 * tell silence from a wallet that was not started. `untested`: nothing was wrong with the request that this wallet got.
 */
export type RefusalOutcome =
  | 'refused_with_error'
  | 'presented'
  | 'followed_redirect'
  | 'reported_error'
  | 'reported_going_on'
  | 'silent'
  | 'no_answer'
  | 'untested'
  | 'waiting'
  | 'unknown'

/** True where a good wallet refuses. */
export const expectsRefusal = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  options.expect === 'refusal'

const defaultWaitSeconds = 60

/** Seconds of silence after the last fetch that a session waits. */
export const refusalWait = ({ options }: Pick<PresentationSession, 'options'>): number =>
  options.refusal_wait ?? defaultWaitSeconds

/** True for a refused answer that held a presentation: not for an empty one, nor for one that nobody could open. */
const isPresented = (event: StoredEvent): boolean =>
  isPresentedLate(event) ||
  (event.type === 'vp_presentation_response_received' &&
    Array.isArray(event.detail.errors) &&
    event.detail.errors.includes('vp.negative.rejected'))

/** True for a presentation that came after the error which had ended the session. */
export const isPresentedLate = ({ type, detail }: StoredEvent): boolean =>
  type === 'vp_response_replayed' && detail.presented === true

/** Reads the events of a session that expects a refusal; `at`: when it came to that, `null` for what is still open. */
export function refusalOutcome(
  session: Pick<PresentationSession, 'options' | 'createdAt' | 'sessionId'>,
  events: readonly StoredEvent[],
  now: EpochMillis,
): { readonly outcome: RefusalOutcome; readonly at: EpochMillis | null } {
  const presented = events.find(isPresented)
  if (presented !== undefined) return { outcome: 'presented', at: presented.at }
  const followed = followedRedirect('request', session, events)
  if (followed !== null) return { outcome: 'followed_redirect', at: followed.at }
  if (negativeTestOf(session)?.needsWalletNonce && !sentWalletNonce(events) && consumedAnswer(events) !== undefined)
    return { outcome: 'untested', at: null }
  const error = events.find(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true)
  if (error !== undefined) return { outcome: 'refused_with_error', at: error.at }
  const report = events.findLast(({ type }) => type === 'vp_refusal_reported')
  if (report !== undefined) {
    return { outcome: report.detail.shown === 'error' ? 'reported_error' : 'reported_going_on', at: report.at }
  }
  const accepted = events.find(({ detail }) => detail.presentation_valid === true)
  if (accepted !== undefined)
    return negativeTestOf(session)?.advisory
      ? { outcome: 'presented', at: accepted.at }
      : { outcome: 'untested', at: null }
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  const due = addSeconds(fetched?.at ?? session.createdAt, refusalWait(session))
  if (now < due) return { outcome: 'waiting', at: null }
  if (fetched === undefined) return { outcome: 'unknown', at: null }
  return negativeTestOf(session)?.fetchAnswer ? { outcome: 'silent', at: due } : { outcome: 'no_answer', at: null }
}

/** True where only a person can tell, or may know better, what the wallet did. */
export const asksPerson = (outcome: RefusalOutcome): boolean =>
  !(['refused_with_error', 'presented', 'followed_redirect', 'untested'] as const).some((seen) => seen === outcome)

/** The wallet did what it should. */
export const isRefused = (outcome: RefusalOutcome): boolean =>
  outcome === 'refused_with_error' || outcome === 'reported_error' || outcome === 'silent'

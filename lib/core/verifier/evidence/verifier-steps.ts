import type { DeviationOutcome } from '../../engine/deviations/deviation-outcome'
import { isContact } from '../../engine/evidence/contact-view'
import type { SessionKind, StatusChange, Step } from '../../engine/evidence/session-kind'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { EventType } from '../../shared/ports/event-type'
import { redirectSeconds } from '../../shared/time/durations'
import type { JsonObject } from '../../shared/values/json'
import { expectsRefusal } from '../deviations'
import { followedRedirect } from '../deviations/deviation-facts'
import { declinedInBrowser, deviationOutcome, outcomeName } from '../deviations/verifier-deviation-outcome'
import { mutationResult } from './mutation-result'
import type { PresentationStatus } from './verifier-status'
import type { VerifierTypes } from './verifier-types'

export const verifierSteps: SessionKind<VerifierTypes>['steps'] = {
  ofEvents: (events) => {
    const created = events.find(({ type }) => type === 'vp_session_created')
    const followed = created === undefined ? null : followedRedirect('request', created, events)
    const tested = created !== undefined && created.detail.expect === 'refusal'
    const declined = tested ? declinedInBrowser(events) : undefined
    const strayed = tested
      ? events.find(({ type, detail }) => type === 'unexpected_request' && detail.presented === true)
      : undefined
    return events.map((event) => {
      const wentOn = event.type === 'vp_refusal_reported' && event.detail.shown === 'went_on'
      const named = wentOn
        ? ({ did: 'continued', by: 'report' } as const)
        : event === followed
          ? ({ did: 'continued', by: 'redirect' } as const)
          : event === declined
            ? ({ did: 'undecided', by: 'browser' } as const)
            : event === strayed
              ? ({ did: 'continued', by: 'wallet' } as const)
              : null
      if (named === null) return [event]
      // This event changes no status, so no status change reports the result.
      const { at, exchangeId } = event
      const detail = { negative_test: created?.detail.negative_test ?? null, outcome: outcomeName(named) }
      return [event, { at, exchangeId, type: 'vp_negative_test_result', detail }]
    })
  },
  ofExchange: () => [],
  ofWhole: (evidence) => {
    const result = mutationResult(evidence)
    if (result === null) return []
    const { did, code, seconds, at, cause } = result
    const detail = { did, ...(code === undefined ? {} : { code }), seconds }
    return [{ at, type: 'mutation_result', detail, exchangeId: cause?.exchangeId ?? null }]
  },
  ofChange: (change, evidence) => {
    const { at, previousState, state, cause } = change
    const step = (type: EventType, detail: JsonObject): Step => ({ at, type, detail, exchangeId: null })
    const changed = step('presentation_state_changed', { previous_state: previousState, state })
    const outcome = outcomeAt(change, evidence)
    const { negative_test } = evidence.session.options
    const result = outcome === null ? [] : [step('vp_negative_test_result', { negative_test, outcome })]
    if (cause !== null || state === 'request_refused') return [changed, ...result]
    if (previousState === 'awaiting_redirect')
      return [
        step('vp_redirect_timeout', { reason: 'redirect_not_followed', waited_seconds: redirectSeconds }),
        changed,
        ...result,
      ]
    const expired = { last_state: previousState, wallet_reached: evidence.exchanges.some(isContact) }
    return [changed, step('vp_session_expired', expired), ...result]
  },
}

/** Statuses that carry the result of a session that expects a refusal. */
const resultStates: readonly PresentationStatus[] = [
  'wallet_error',
  'presentation_invalid',
  'presentation_validated',
  'request_refused',
]

/** True if the outcome comes with a status change. A report or a followed redirect has its own event. */
const changesStatus = ({ did, by }: DeviationOutcome): boolean => did !== 'continued' || by === 'wallet'

/** Name of the outcome at a status change; `null` while open or without a deviation. */
function outcomeAt(change: StatusChange<PresentationStatus>, evidence: PresentationEvidence): string | null {
  const { session, events } = evidence
  if (!expectsRefusal(session)) return session.options.negative_test === null ? null : oddityOutcome(change, evidence)
  if (!resultStates.includes(change.state)) return null
  const outcome = deviationOutcome(session, events, change.at)
  return changesStatus(outcome) ? outcomeName(outcome) : null
}

/** Result of a merely unusual request, which a conformant wallet answers as usual. */
function oddityOutcome(
  { state, cause }: StatusChange<PresentationStatus>,
  { session, events }: PresentationEvidence,
): string | null {
  switch (state) {
    case 'presentation_validated':
      return followedRedirect('response', session, events) === null ? 'answered' : 'followed_redirect'
    case 'wallet_error':
      return 'refused_with_error'
    case 'presentation_invalid':
      // A wallet may resend a response if only its transport was wrong.
      return cause === null || cause.detail.consumed === true ? 'answered_wrongly' : null
    case 'expired':
      return events.some(({ type }) => type === 'vp_request_retrieved') ? 'silent' : null
    default:
      return null
  }
}

import type { EventType } from '../../event-type'
import type { JsonObject } from '../../json'
import { expectsRefusal, isRefused, type RefusalOutcome, refusalOutcome } from '../../oid4vp/negative/refusal-outcome'
import { redirectSeconds } from '../../oid4vp/redirect/redirect-history'
import { isContact } from '../is-contact'
import type { SessionKind, Step } from '../session-kind'
import type { PresentationTypes } from './presentation-types'

/** Where a session that expects a refusal has its result. */
const resultStates: readonly string[] = ['wallet_error', 'presentation_invalid', 'request_refused']

const isDecided = (outcome: RefusalOutcome): boolean => outcome === 'presented' || isRefused(outcome)

/** How what happened in a presentation session is told. */
export const presentationSteps: SessionKind<PresentationTypes>['steps'] = {
  ofEvents: (events) => events.map((event) => [event]),
  ofExchange: () => [],
  ofChange: ({ at, previousState, state, cause }, { session, events, exchanges }) => {
    const step = (type: EventType, detail: JsonObject): Step => ({ at, type, detail, exchangeId: null })
    const changed = step('presentation_state_changed', { previous_state: previousState, state })
    if (expectsRefusal(session) && resultStates.includes(state)) {
      const { outcome } = refusalOutcome(session, events, at)
      if (isDecided(outcome))
        return [changed, step('vp_negative_test_result', { negative_test: session.options.negative_test, outcome })]
    }
    if (cause !== null) return [changed]
    if (previousState === 'awaiting_redirect')
      return [
        step('vp_redirect_timeout', { reason: 'redirect_not_followed', waited_seconds: redirectSeconds }),
        changed,
      ]
    const expired = { last_state: previousState, wallet_reached: exchanges.some(isContact) }
    return [changed, step('vp_session_expired', expired)]
  },
}

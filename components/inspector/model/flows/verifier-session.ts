import type { PresentationStatus } from '@/lib/core/verifier/evidence/verifier-status'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'

/** The state of a presentation in the inspector: a refused response that may be corrected does not end the session. */
export type PresentationStanding = PresentationStatus | 'answer_refused'

/** A presentation as the inspector shows it. */
export type InspectedPresentation = Omit<PresentationSessionView, 'status'> & { readonly status: PresentationStanding }

const answers = ['vp_presentation_response_received', 'vp_wallet_error_received']

/** Distinguishes a response that ended the session from one that the wallet may send again. */
export function toInspectedPresentation(view: PresentationSessionView): InspectedPresentation {
  const isOpen =
    view.status === 'presentation_invalid' &&
    !view.events.some(({ type, detail }) => answers.includes(type) && detail.consumed === true)
  // If a refusal is expected, an error is the intended result.
  const isGood = view.options.expect === 'refusal' && view.status === 'wallet_error'
  return { ...view, status: isOpen ? 'answer_refused' : isGood ? 'request_refused' : view.status }
}

import type { PresentationStatus } from '@/lib/core/evidence/presentation/presentation-status'
import type { PresentationSessionView } from '@/lib/core/evidence/presentation/presentation-types'

/** Where the inspector sees a presentation: a refused answer that may be corrected is not the end of the session. */
export type PresentationStanding = PresentationStatus | 'answer_refused'

/** A presentation as the inspector draws it. */
export type InspectedPresentation = Omit<PresentationSessionView, 'status'> & { readonly status: PresentationStanding }

const answers = ['vp_presentation_response_received', 'vp_wallet_error_received']

/** Tells an answer that ended the session from one that the wallet may send again. */
export function toInspectedPresentation(view: PresentationSessionView): InspectedPresentation {
  const isOpen =
    view.status === 'presentation_invalid' &&
    !view.events.some(({ type, detail }) => answers.includes(type) && detail.consumed === true)
  // Where a refusal is expected, an error is what the session was made for.
  const isGood = view.options.expect === 'refusal' && view.status === 'wallet_error'
  return { ...view, status: isOpen ? 'answer_refused' : isGood ? 'request_refused' : view.status }
}

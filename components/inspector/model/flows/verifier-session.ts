import { type PresentationStanding, presentationStanding } from '@/lib/core/verifier/evidence/verifier-stand'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'

/** A presentation as the inspector shows it. */
export type InspectedPresentation = Omit<PresentationSessionView, 'status'> & { readonly status: PresentationStanding }

/** Distinguishes a response that ended the session from one that the wallet may send again. */
export function toInspectedPresentation(view: PresentationSessionView): InspectedPresentation {
  const expectsRefusal = view.options.expect === 'refusal'
  return { ...view, status: presentationStanding(view.status, { events: view.events, expectsRefusal }) }
}

import type { Stand } from '../../engine/evidence/outcomes'
import type { JsonObject } from '../../ground/values/json'
import type { PresentationStatus } from './verifier-status'

/** The status of a presentation, told apart further: a refused response that may be corrected does not end the session. */
export type PresentationStanding = PresentationStatus | 'answer_refused'

/** What each status of a presentation means, and what it is called. */
export const verifierStands: Readonly<Record<PresentationStanding, Stand>> = {
  created: { standing: 'running', words: 'Wallet at work' },
  request_retrieved: { standing: 'running', words: 'Waiting for the response' },
  answer_refused: { standing: 'refused', words: 'Response refused' },
  awaiting_redirect: { standing: 'running', words: 'Waiting for the browser' },
  presentation_validated: { standing: 'done', words: 'Presentation verified' },
  presentation_invalid: { standing: 'failed', words: 'Presentation refused' },
  presentation_captured: { standing: 'captured', words: 'Response captured, not read' },
  wallet_error: { standing: 'declined', words: 'The wallet declined' },
  request_refused: { standing: 'done', words: 'Request refused, as expected' },
  code_received: { standing: 'captured', words: 'Code received' },
  expired: { standing: 'expired', words: 'Expired without a verdict' },
}

const responses = ['vp_presentation_response_received', 'vp_wallet_error_received']

/** Tells a response that ended the session from one that the wallet may send again, and a refusal that was the purpose. */
export function presentationStanding(
  status: PresentationStatus,
  {
    events,
    expectsRefusal,
  }: {
    readonly events: readonly { readonly type: string; readonly detail: JsonObject }[]
    /** A good wallet refuses in this session. */
    readonly expectsRefusal: boolean
  },
): PresentationStanding {
  if (status === 'wallet_error' && expectsRefusal) return 'request_refused'
  if (status !== 'presentation_invalid') return status
  const ended = events.some(({ type, detail }) => responses.includes(type) && detail.consumed === true)
  return ended ? status : 'answer_refused'
}

import { expectsRefusal } from '../../../oid4vp/negative/refusal-outcome'
import { answerEvents } from '../../../oid4vp/presentation-history'
import type { PresentationEvidence } from '../../../sessions/session-evidence'
import { defineCheck, notApplicable, notObserved, pass } from '../../check'

export const vpResponseReceived = defineCheck<PresentationEvidence>('vp.response.received', {
  title: 'Wallet answers the request',
  clauses: ['OID4VP-1FINAL-8'],
  level: 'must',
  why: 'A wallet answers every request with a presentation or an error.',
  hint: 'Send the error access_denied when the user declines.',
  run: ({ session, events }) => {
    if (events.some(({ type }) => answerEvents.some((answer) => answer === type))) return pass()
    return expectsRefusal(session)
      ? notApplicable('The wallet is expected to refuse, and may do so silently.')
      : notObserved('No answer was received.')
  },
})

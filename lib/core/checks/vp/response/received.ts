import { answerEvents } from '../../../oid4vp/presentation-history'
import type { PresentationEvidence } from '../../../sessions/session-evidence'
import { defineCheck, notObserved, pass } from '../../check'

export const vpResponseReceived = defineCheck<PresentationEvidence>('vp.response.received', {
  title: 'Wallet answers the request',
  clauses: ['OID4VP-1FINAL-8'],
  level: 'must',
  why: 'A wallet answers every request, with a presentation or with an error.',
  hint: 'Send the error access_denied when the user declines.',
  run: ({ events }) =>
    events.some(({ type }) => answerEvents.some((answer) => answer === type))
      ? pass()
      : notObserved('No answer was received.'),
})

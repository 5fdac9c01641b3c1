import { defineCheck, notApplicable, notObserved, pass } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { expectsRefusal } from '../../deviations'
import { answerEvents } from '../../history/verifier-history'

export const responseReceived = defineCheck<PresentationEvidence>('vp.response.received', {
  title: 'Wallet responds to the request',
  problem: 'The wallet did not respond to the request',
  clauses: ['OID4VP-1FINAL-8'],
  level: 'must',
  why: 'A wallet responds to every request, with a presentation or an error.',
  hint: 'Send the error access_denied when the user declines.',
  run: ({ session, events }) => {
    if (events.some(({ type }) => answerEvents.some((answer) => answer === type))) return pass()
    return expectsRefusal(session)
      ? notApplicable(say`The wallet is expected to refuse, and may do so silently.`)
      : notObserved(say`No response was received.`)
  },
})

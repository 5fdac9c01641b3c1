import { defineCheck, notApplicable, notObserved, pass } from '../../../engine/checks/check'
import { isAsItShould } from '../../../engine/deviations/outcome'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { deviationOf, expectsRefusal } from '../../deviations'
import { deviationOutcome } from '../../deviations/outcome'
import { verifierHistory } from '../../history/verifier-history'

export const negativeFetchBehaviour = defineCheck<PresentationEvidence>('vp.negative.fetch_behaviour', {
  title: 'Wallet refuses a wrong link before or after it fetches the request',
  problem: 'The wallet did not refuse the wrong link before or after it fetched the request',
  clauses: ['OID4VP-1FINAL-5.9.2'],
  level: 'info',
  why: 'A wallet that stops at the link gives the verifier no information; one that fetches first can say what is wrong.',
  hint: 'Both are correct: this only records which one it was.',
  run: ({ session, events, now }) => {
    if (!deviationOf(session)?.inLink || !expectsRefusal(session))
      return notApplicable(say`Nothing is wrong with the link on purpose.`)
    const { fetches } = verifierHistory(session, events, now)
    if (fetches > 0) return pass(say`after it fetched the request`)
    return isAsItShould('refusal', deviationOutcome(session, events, now))
      ? pass(say`before it fetched the request`)
      : notObserved(say`The wallet has not fetched anything yet.`)
  },
})

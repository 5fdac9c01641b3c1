import { defineCheck, notApplicable, notObserved, pass, tolerated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { answerEvents } from '../../history/verifier-history'

export const requestFetched = defineCheck<PresentationEvidence>('vp.request.fetched', {
  title: 'Wallet fetches the request before it responds',
  problem: 'The wallet responded without fetching the request',
  clauses: ['RFC9101-5.2.3', 'OID4VP-1FINAL-5'],
  level: 'must',
  why: 'A wallet cannot verify a request that it never fetched.',
  hint: 'Fetch request_uri and verify the signature before you respond.',
  run: ({ session, events }) => {
    if (session.requestDelivery === 'by_value') return notApplicable(say`The request is sent by value.`)
    if (deviationOf(session)?.linkHoldsAll) return notApplicable(say`The link holds all of the request.`)
    const fetched = events.some(({ type }) => type === 'vp_request_retrieved')
    if (fetched) return pass()
    return events.some(({ type }) => answerEvents.some((answer) => answer === type))
      ? tolerated({
          expected: say`a fetch`,
          actual: say`a response without one`,
          hint: say`It may have been fetched elsewhere.`,
        })
      : notObserved(say`The request was not fetched.`)
  },
})

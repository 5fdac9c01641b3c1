import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { consumedAnswer } from '../../history/verifier-history'

export const responseHttpMethod = defineCheck<PresentationEvidence>('vp.response.http_method', {
  title: 'Response is sent by POST',
  problem: 'The response was not sent by POST',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'must',
  counterpart: 'EnsureIncomingRequestMethodIsPost',
  why: 'With GET the response would be in the URL, and therefore in logs.',
  hint: 'Send the response by POST to response_uri.',
  run: ({ session, exchanges, events }) => {
    const path = `/openid4vp/sessions/${session.sessionId}/response`
    // Requests after the end of the session are not an answer to it.
    const end = consumedAnswer(events)?.at ?? Number.POSITIVE_INFINITY
    const answers = exchanges.filter(
      (exchange) => exchange.path === path && exchange.method !== 'OPTIONS' && exchange.at <= end,
    )
    const other = answers.find(({ method }) => method !== 'POST')
    if (other !== undefined) return decidedBy(other, violated({ expected: say`POST`, actual: quote(other.method) }))
    return answers.length === 0 ? notObserved(say`No response was received.`) : pass(say`POST`)
  },
})

import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { verifierHistory } from '../../history/verifier-history'

export const requestNoFetchAfterResponse = defineCheck<PresentationEvidence>('vp.request.no_fetch_after_response', {
  title: 'Wallet does not fetch the request again after its response',
  problem: 'The wallet fetched the request again after its response',
  clauses: ['RFC9101-5.2.3'],
  level: 'should',
  why: 'A request ends with its response.',
  hint: 'Do not fetch request_uri again once your response was accepted.',
  run: ({ session, events, now }) => {
    if (verifierHistory(session, events, now).consumedAt === null) return notObserved(say`No response was accepted.`)
    const late = events.filter(
      ({ type, detail }) => type === 'vp_request_refused' && detail.reason === 'vp_request_not_found',
    )
    return late.length === 0 ? pass() : violated({ expected: say`no fetch`, actual: say`${late.length} fetches` })
  },
})

import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const requestByValueNotFetched = defineCheck<PresentationEvidence>('vp.request.by_value_not_fetched', {
  title: 'Wallet does not fetch a request that was sent by value',
  problem: 'The wallet fetched a request that was sent by value',
  clauses: ['RFC9101-5.1'],
  level: 'info',
  why: 'The link already contains the whole request.',
  hint: 'Read the request from the request parameter of the link.',
  run: ({ session, events }) => {
    if (session.requestDelivery !== 'by_value') return notApplicable(say`The request is sent by reference.`)
    return events.some(({ type }) => type === 'vp_request_retrieved')
      ? tolerated({ expected: say`no fetch`, actual: say`a fetch` })
      : pass()
  },
})

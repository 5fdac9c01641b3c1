import { defineCheck, notApplicable, notObserved, pass, tolerated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const requestRefetch = defineCheck<PresentationEvidence>('vp.request.refetch', {
  title: 'Wallet fetches the request only once',
  problem: 'The wallet fetched the request more than once',
  clauses: ['RFC9101-5.2.3'],
  level: 'info',
  why: 'Fetching again is allowed, but it may point to a wallet that lost its state.',
  hint: 'Keep the request object until the user has decided.',
  run: ({ session, events }) => {
    if (session.requestDelivery === 'by_value') return notApplicable(say`The request is sent by value.`)
    const count = events.filter(({ type }) => type === 'vp_request_retrieved').length
    if (count === 0) return notObserved(say`The request was not fetched.`)
    return count === 1 ? pass(say`once`) : tolerated({ expected: say`once`, actual: say`${count} times` })
  },
})

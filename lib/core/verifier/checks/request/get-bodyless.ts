import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestGetBodyless = defineCheck<RequestFetchReading>('vp.request.get_bodyless', {
  title: 'Fetch by GET has no body and leaves the address unchanged',
  problem: 'The fetch by GET has a body or a changed address',
  clauses: ['RFC9110-9.3.1'],
  level: 'should',
  why: 'A body has no meaning in a GET, and an added query makes it a different address.',
  hint: 'Request the address in request_uri exactly as given, without a body.',
  run: ({ method, bodyBytes, query }) => {
    if (method !== 'GET') return notApplicable(say`The request was fetched by POST.`)
    if (bodyBytes > 0) return violated({ expected: say`no body`, actual: say`${bodyBytes} bytes` })
    return query === null
      ? pass()
      : violated({ expected: say`no query`, actual: say`a query of ${query.length} characters` })
  },
})

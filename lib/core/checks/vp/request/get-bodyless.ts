import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'

export const vpRequestGetBodyless = defineCheck<RequestFetchReading>('vp.request.get_bodyless', {
  title: 'GET of the request carries no body and leaves the address as it is',
  clauses: ['RFC9110-9.3.1'],
  level: 'should',
  why: 'A body of a GET has no meaning, and an address with something added to it is another address.',
  hint: 'Request the address of request_uri exactly as it stands, without a body.',
  run: ({ method, bodyBytes, query }) => {
    if (method !== 'GET') return notApplicable('The request was fetched by POST.')
    if (bodyBytes > 0) return violated({ expected: 'no body', actual: `${bodyBytes} bytes` })
    return query === null ? pass() : violated({ expected: 'no query', actual: `a query of ${query.length} characters` })
  },
})

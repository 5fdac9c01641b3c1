import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestAcceptGet = defineCheck<RequestFetchReading>('vp.request.accept_get', {
  title: 'Fetch by GET accepts the media type of a request object',
  problem: 'The fetch by GET does not accept the media type of a request object',
  clauses: ['RFC9101-5.2.3'],
  level: 'info',
  why: 'A verifier that honours Accept may refuse a wallet that does not list the media type of a request object.',
  hint: 'Send Accept: application/oauth-authz-req+jwt, or no Accept header at all.',
  run: ({ method, accept }) => {
    if (method !== 'GET') return notApplicable(say`The request was fetched by POST.`)
    return accept === null || /\*\/\*|application\/(oauth-authz-req\+jwt|\*)/i.test(accept)
      ? pass(quoteStart(accept, 200) ?? say`no Accept header`)
      : violated({ expected: say`application/oauth-authz-req+jwt`, actual: quoteStart(accept, 200) })
  },
})

import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

export const parUsed = defineCheck<AuthorizeReading>('vci.par.used', {
  title: 'Wallet pushes its request before it opens the browser',
  problem: 'The request_uri is missing',
  clauses: ['RFC9126-5', 'HAIP-4'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: (problem) => `${problem}: push the request first, then open this address with client_id and request_uri.`,
  impossibleIn: ['pre_authorized_code'],
  why: 'Anyone in between can read and change parameters in the URL of the browser.',
  hint: 'Push the request to pushed_authorization_request_endpoint and open the browser with client_id and request_uri only.',
  run: ({ requestUri, query }) => {
    if (requestUri.state !== 'absent') return pass()
    const plain = ['response_type', 'redirect_uri', 'scope', 'code_challenge'].some((name) => query.sent(name))
    return violated({ expected: say`request_uri`, actual: plain ? say`plain parameters` : null })
  },
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

export const authorizeRequestUriKnown = defineCheck<AuthorizeReading>('vci.authorize.request_uri_known', {
  title: 'The request_uri was issued by this server and has not expired',
  problem: 'The request_uri is unknown, has expired or belongs to a different server',
  clauses: ['RFC9126-4'],
  level: 'must',
  rejects: 'invalid_request_uri',
  refusal: (problem) => `${problem}: push the request again.`,
  impossibleIn: ['pre_authorized_code'],
  why: 'A request_uri refers to one pushed request and expires after 90 seconds.',
  hint: 'Open the browser at once with the request_uri of the latest PAR response.',
  run: ({ requestUri }) => {
    if (requestUri.state === 'absent') return notApplicable(say`No request_uri was sent.`)
    return requestUri.state === 'alive' || requestUri.state === 'completed'
      ? pass()
      : violated({ expected: say`a request_uri of this server`, actual: word(requestUri.state) })
  },
})

import type { AuthorizeReading } from '../../../oauth/authorize/authorize-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'

export const authorizeRequestUriKnown = defineCheck<AuthorizeReading>('vci.authorize.request_uri_known', {
  title: 'Reference request_uri is one of this server and still alive',
  clauses: ['RFC9126-4'],
  level: 'must',
  rejects: 'invalid_request_uri',
  refusal: 'The request_uri is unknown, has expired or belongs to another server: push the request again.',
  impossibleIn: ['pre_authorized_code'],
  why: 'A reference stands for one pushed request and lives for a minute and a half.',
  hint: 'Open the browser at once with the request_uri of the last answer.',
  run: ({ requestUri }) => {
    if (requestUri.state === 'absent') return notApplicable('No request_uri was sent.')
    return requestUri.state === 'alive' || requestUri.state === 'completed'
      ? pass()
      : violated({ expected: 'a request_uri of this server', actual: requestUri.state })
  },
})

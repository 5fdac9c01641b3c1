import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

export const authorizeRequestUriOnce = defineCheck<AuthorizeReading>('vci.authorize.request_uri_once', {
  title: 'The request_uri is used only once',
  problem: 'The request_uri was already used',
  clauses: ['RFC9126-4'],
  level: 'must',
  rejects: 'invalid_request_uri',
  refusal: (problem) => `${problem}: push the request again.`,
  impossibleIn: ['pre_authorized_code'],
  why: 'The page may be reloaded, but a completed request must not be opened again.',
  hint: 'Push a new request for every authorization.',
  run: ({ requestUri, visits }) => {
    if (requestUri.state === 'completed') return violated({ expected: say`first use`, actual: say`completed before` })
    if (requestUri.state !== 'alive') return notApplicable(say`There is no usable request_uri.`)
    return visits === 0
      ? pass()
      : tolerated({
          expected: say`first use`,
          actual: { earlier_visits: visits },
          hint: say`The page was opened again before it was completed.`,
        })
  },
})

import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

export const authorizeNoRequest = defineCheck<AuthorizeReading>('vci.authorize.no_request', {
  title: 'Browser sends no request object along with request_uri',
  problem: 'The browser sent a request object along with request_uri',
  clauses: ['RFC9101-5'],
  level: 'must',
  impossibleIn: ['pre_authorized_code'],
  why: 'With two requests in one, it is unclear which one the user agreed to.',
  hint: 'Leave request out when request_uri is used.',
  run: ({ query }) => (query.sent('request') ? violated({ expected: say`no request`, actual: bare.sent }) : pass()),
})

import type { AuthorizeReading } from '../../../oauth/authorize/authorize-reading'
import { defineCheck, pass, violated } from '../../check'

export const authorizeNoRequest = defineCheck<AuthorizeReading>('vci.authorize.no_request', {
  title: 'Browser carries no request object beside the reference',
  clauses: ['RFC9101-5'],
  level: 'must',
  impossibleIn: ['pre_authorized_code'],
  why: 'Two requests in one leave open which of them the user agreed to.',
  hint: 'Leave request out when request_uri is used.',
  run: ({ query }) => (query.sent('request') ? violated({ expected: 'no request', actual: 'sent' }) : pass()),
})

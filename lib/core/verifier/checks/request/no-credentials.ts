import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestNoCredentials = defineCheck<RequestFetchReading>('vp.request.no_credentials', {
  title: 'Request fetch carries no credentials',
  problem: 'The request fetch carries credentials',
  clauses: ['OID4VP-1FINAL-15.8'],
  level: 'should',
  why: 'Credentials tell the verifier who the user is before the user has agreed to anything.',
  hint: 'Send no Authorization header, no cookie and no client certificate when you fetch the request.',
  run: ({ privacy }) =>
    privacy.credentialHeaders.length === 0
      ? pass()
      : violated({ expected: say`no credentials`, actual: privacy.credentialHeaders.map(quote) }),
})

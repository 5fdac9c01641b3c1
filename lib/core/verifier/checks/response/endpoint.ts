import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseEndpoint = defineCheck<ResponseReading>('vp.response.endpoint', {
  title: 'Response is sent to the response_uri of the request',
  problem: 'The response was not sent to the response_uri of the request',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'must',
  why: 'The response_uri is signed. Any other address may belong to someone else.',
  hint: 'Post the response to the response_uri of the request object, exactly as given.',
  run: ({ transport: { door }, request: { responseUri } }) =>
    door === 'session'
      ? pass()
      : tolerated({ expected: quote(responseUri), actual: say`the address that all sessions share` }),
})

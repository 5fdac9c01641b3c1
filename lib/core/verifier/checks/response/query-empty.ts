import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseQueryEmpty = defineCheck<ResponseReading>('vp.response.query_empty', {
  title: 'Response leaves the address unchanged',
  problem: 'The response adds a query to the address',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'should',
  counterpart: 'EnsureIncomingUrlQueryIsEmpty',
  why: 'Parameters in an address end up in logs. They belong in the body.',
  hint: 'Post to the response_uri exactly as given, with all parameters in the body.',
  run: ({ transport: { query } }) =>
    query === null ? pass() : violated({ expected: say`no query`, actual: say`a query of ${query.length} characters` }),
})

import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostQueryEmpty = defineCheck<RequestFetchReading>('vp.reqpost.query_empty', {
  title: 'Fetch by POST leaves the address unchanged',
  problem: 'The fetch by POST adds a query to the address',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'should',
  counterpart: 'EnsureIncomingUrlQueryIsEmpty',
  why: 'Parameters belong in the body, and an added query makes it a different address.',
  hint: 'Post to the address in request_uri exactly as given.',
  run: onPost((_post, { query }) =>
    query === null ? pass() : violated({ expected: say`no query`, actual: say`a query of ${query.length} characters` }),
  ),
})

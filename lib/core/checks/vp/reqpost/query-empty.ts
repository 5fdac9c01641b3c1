import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, pass, violated } from '../../check'
import { onPost } from '../../judgements/presentation/on-post'

export const vpReqpostQueryEmpty = defineCheck<RequestFetchReading>('vp.reqpost.query_empty', {
  title: 'Fetch by POST leaves the address unchanged',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'should',
  why: 'Parameters belong in the body, and an added query makes it a different address.',
  hint: 'Post to the address in request_uri exactly as given.',
  run: onPost((_post, { query }) =>
    query === null ? pass() : violated({ expected: 'no query', actual: `a query of ${query.length} characters` }),
  ),
})

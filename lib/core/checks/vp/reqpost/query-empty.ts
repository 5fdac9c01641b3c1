import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, pass, violated } from '../../check'
import { onPost } from '../../judgements/presentation/on-post'

export const vpReqpostQueryEmpty = defineCheck<RequestFetchReading>('vp.reqpost.query_empty', {
  title: 'Fetch by POST leaves the address as it is',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'should',
  why: 'The parameters belong into the body; an address with something added to it is another address.',
  hint: 'Post to the address of request_uri exactly as it stands.',
  run: onPost((_post, { query }) =>
    query === null ? pass() : violated({ expected: 'no query', actual: `a query of ${query.length} characters` }),
  ),
})

import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onPost } from '../../judgements/presentation/on-post'

export const vpReqpostUtf8 = defineCheck<RequestFetchReading>('vp.reqpost.utf8', {
  title: 'Fetch by POST is encoded as UTF-8',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  why: 'Text in another encoding arrives garbled.',
  hint: 'Encode the parameters as UTF-8 before you percent-encode them.',
  run: onPost(({ utf8 }, { bodyBytes }) => {
    if (bodyBytes === 0) return notApplicable('The POST has no body.')
    return utf8 ? pass() : violated({ expected: 'UTF-8', actual: 'bytes that are not UTF-8' })
  }),
})

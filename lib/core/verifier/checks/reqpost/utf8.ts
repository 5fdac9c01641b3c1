import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostUtf8 = defineCheck<RequestFetchReading>('vp.reqpost.utf8', {
  title: 'Fetch by POST is encoded as UTF-8',
  problem: 'The fetch by POST is not encoded as UTF-8',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  why: 'Text in another encoding arrives garbled.',
  hint: 'Encode the parameters as UTF-8 before you percent-encode them.',
  run: onPost(({ utf8 }, { bodyBytes }) => {
    if (bodyBytes === 0) return notApplicable(say`The POST has no body.`)
    return utf8 ? pass() : violated({ expected: say`UTF-8`, actual: say`bytes that are not UTF-8` })
  }),
})

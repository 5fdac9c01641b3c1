import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseUtf8 = defineCheck<ResponseReading>('vp.response.utf8', {
  title: 'Response is encoded as UTF-8',
  problem: 'The response is not encoded as UTF-8',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Encode the parameters of the response as UTF-8.',
  why: 'Text in another encoding arrives garbled.',
  hint: 'Encode the parameters as UTF-8 before you percent-encode them.',
  run: ({ transport: { utf8, bytes } }) => {
    if (bytes === 0) return notApplicable(say`The response has no body.`)
    return utf8 ? pass() : violated({ expected: say`UTF-8`, actual: say`bytes that are not UTF-8` })
  },
})

import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { lacksKey } from '../../deviations/lacks-key'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorResponseMode = defineCheck<ResponseReading>('vp.error.response_mode', {
  title: 'Error is sent with the response mode of the request',
  problem: 'The error was not sent with the response mode of the request',
  clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8.3.1'],
  level: 'should',
  why: 'An error in the clear shows others why the wallet refused.',
  hint: 'Encrypt the error like any response. Clear is allowed if you cannot encrypt.',
  run: onError(({ encrypted }, { request, session }) => {
    // There an error is `error` alone, see vp.dcapi.error_single_member. OID4VP-1FINALA-A.4
    if (request.binding !== undefined) return notApplicable(say`Through a browser an error comes in the clear.`)
    if (request.responseMode === 'direct_post') return pass(say`direct_post`)
    if (lacksKey(session)) return notApplicable(say`The request has no key to encrypt an error to.`)
    return encrypted ? pass(say`encrypted`) : tolerated({ expected: say`encrypted`, actual: say`in the clear` })
  }),
})

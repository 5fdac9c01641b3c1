import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, tolerated } from '../../check'
import { onError } from '../../judgements/presentation/on-error'

export const vpErrorResponseMode = defineCheck<ResponseReading>('vp.error.response_mode', {
  title: 'Error is sent with the response mode of the request',
  clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8.3.1'],
  level: 'should',
  why: 'An error in clear shows others why the wallet refused.',
  hint: 'Encrypt the error like any answer. Clear is allowed if you cannot encrypt.',
  run: onError(({ encrypted }, { request }) => {
    if (request.responseMode === 'direct_post') return pass('direct_post')
    return encrypted ? pass('encrypted') : tolerated({ expected: 'encrypted', actual: 'in clear' })
  }),
})

import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, tolerated } from '../../check'
import { onError } from '../../judgements/presentation/on-error'
import { shown } from '../../judgements/shown'

export const vpErrorFits = defineCheck<ResponseReading>('vp.error.fits', {
  title: 'Error code fits the request',
  clauses: ['OID4VP-1FINAL-8.5'],
  level: 'should',
  why: 'By the code the verifier learns whether its request was wrong or the user said no.',
  hint: 'Send access_denied when the user refuses or nothing fits the query; other codes for faults of the request.',
  run: onError(({ code }, { request, session }) => {
    if (code === null) return notApplicable('The error has no code.')
    if (code === 'invalid_transaction_data' && request.transactionData === null)
      return tolerated({ expected: 'a code that fits', actual: code, hint: 'The request has no transaction data.' })
    if (code === 'invalid_request_uri_method' && session.requestUriMethod === 'get')
      return tolerated({ expected: 'a code that fits', actual: code, hint: 'The request names no request_uri_method.' })
    return pass(shown(code))
  }),
})

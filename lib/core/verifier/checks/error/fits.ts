import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say, word } from '../../../ground/values/wording'
import { fittingErrors } from '../../deviations/fitting-errors'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorFits = defineCheck<ResponseReading>('vp.error.fits', {
  title: 'Error code fits the request',
  problem: 'The error code does not fit the request',
  clauses: ['OID4VP-1FINAL-8.5', 'OID4VP-1FINAL-8.2'],
  level: 'should',
  counterpart: 'EnsureErrorResponseForUnsatisfiableDcqlQuery',
  why: 'The code tells the verifier whether its request was wrong or the user declined.',
  hint: 'Send access_denied when the user declines or no credential matches. Use other codes for errors of the request.',
  run: onError(({ code }, { request, session }) => {
    if (code === null) return notApplicable(say`The error has no code.`)
    const fitting = fittingErrors(session)
    if (fitting !== null)
      return fitting.includes(code)
        ? pass(shown(code))
        : tolerated({ expected: fitting.map(quote), actual: shown(code) })
    if (code === 'invalid_transaction_data' && request.transactionData === null)
      return tolerated({
        expected: say`a code that fits`,
        actual: word(code),
        hint: say`The request has no transaction data.`,
      })
    const named = session.requestUriMethod === 'post' && session.requestDelivery === 'by_reference'
    if (code === 'invalid_request_uri_method' && !named)
      return tolerated({
        expected: say`a code that fits`,
        actual: word(code),
        hint: say`The request names no request_uri_method.`,
      })
    return pass(shown(code))
  }),
})

import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onBrowser } from '../../judgements/on-browser'
import type { ResponseReading } from '../../read/response/response-reading'

export const dcapiResultShape = defineCheck<ResponseReading>('vp.dcapi.result_shape', {
  title: 'Wallet hands the browser a protocol and an object',
  problem: 'The browser was not handed a protocol as text and data as an object',
  clauses: ['OID4VP-1FINALA-A.4', 'DC-DigitalCredential'],
  level: 'must',
  rejects: 'invalid_request',
  why: 'A DigitalCredential has the name of its protocol and an object with the response parameters.',
  hint: 'Return the protocol of the request and data as an object, not as a JSON text.',
  run: onBrowser(({ protocol, dataType }) =>
    typeof protocol === 'string' && dataType === 'object'
      ? pass()
      : violated({
          expected: say`protocol: string, data: object`,
          actual: say`protocol: ${typeof protocol === 'string' ? say`string` : say`no string`}, data: ${word(dataType)}`,
        }),
  ),
})

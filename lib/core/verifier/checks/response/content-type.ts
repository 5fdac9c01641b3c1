import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseContentType = defineCheck<ResponseReading>('vp.response.content_type', {
  title: 'Response is form-encoded',
  problem: 'The response is not form-encoded',
  clauses: ['OID4VP-1FINAL-8.2', 'OID4VP-1FINAL-8.3.1'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Send the response as a form, with Content-Type: application/x-www-form-urlencoded.',
  counterpart: 'EnsureIncomingRequestContentTypeIsFormUrlEncoded',
  why: 'Verifiers read the response as a form.',
  hint: 'Send the parameters as a form, with Content-Type: application/x-www-form-urlencoded.',
  run: ({ transport: { urlencoded, mediaType } }) =>
    urlencoded
      ? pass(quote(mediaType))
      : violated({
          expected: say`application/x-www-form-urlencoded`,
          actual: quoteStart(mediaType, 200) ?? say`no Content-Type`,
        }),
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostContentType = defineCheck<RequestFetchReading>('vp.reqpost.content_type', {
  title: 'Fetch by POST is form-encoded',
  problem: 'The fetch by POST is not form-encoded',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  counterpart: 'EnsureIncomingRequestContentTypeIsFormUrlEncoded',
  why: 'Verifiers read the parameters of this request as a form.',
  hint: 'Send Content-Type: application/x-www-form-urlencoded.',
  run: onPost(({ urlencoded, mediaType }, { bodyBytes }) => {
    if (bodyBytes === 0 && mediaType === null) return notApplicable(say`The POST has no body.`)
    return urlencoded
      ? pass(quote(mediaType))
      : violated({
          expected: say`application/x-www-form-urlencoded`,
          actual: quoteStart(mediaType, 200) ?? say`no Content-Type`,
        })
  }),
})

import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestMethod = defineCheck<RequestFetchReading>('vp.request.method', {
  title: 'Wallet fetches the request with the method that the link names',
  problem: 'The wallet did not fetch the request with the method that the link names',
  clauses: ['OID4VP-1FINAL-5.1'],
  level: 'must',
  why: 'A verifier that did not offer POST may not support it. One that did still supports GET.',
  hint: 'Use POST only when the link carries request_uri_method=post; otherwise use GET.',
  run: ({ session, method }) => {
    if (session.requestDelivery === 'by_value') return notApplicable(say`The request is sent by value.`)
    const asked = session.requestUriMethod === 'post' ? 'POST' : 'GET'
    if (asked === method) return pass(word(method))
    return asked === 'GET'
      ? violated({ expected: word(asked), actual: word(method) })
      : tolerated({ expected: word(asked), actual: word(method) })
  },
})

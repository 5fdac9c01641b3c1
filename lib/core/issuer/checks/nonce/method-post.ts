import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

export const nonceMethodPost = defineCheck<MisdirectedReading>('vci.nonce.method_post', {
  title: 'Nonce request uses POST',
  problem: 'The nonce was not requested with POST',
  clauses: ['OID4VCI-1FINAL-7.1'],
  level: 'must',
  why: 'A GET could be answered from a cache, and a cached nonce is not fresh.',
  hint: 'Use POST for this request.',
  run: ({ operation, method, answered }) => {
    if (operation !== 'requestNonce') return notApplicable(say`The request is for another endpoint.`)
    return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
  },
})

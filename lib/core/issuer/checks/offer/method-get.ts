import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

export const offerMethodGet = defineCheck<MisdirectedReading>('vci.offer.method_get', {
  title: 'Credential offer is fetched with GET',
  problem: 'The credential offer was not fetched with GET',
  clauses: ['OID4VCI-1FINAL-4.1.3'],
  level: 'must',
  impossibleIn: ['offer_by_value', 'wallet_initiated'],
  why: 'The offer is only read, so it is fetched with GET.',
  hint: 'Use GET for this request.',
  run: ({ operation, method, answered }) => {
    if (operation !== 'getCredentialOffer') return notApplicable(say`The request is for another endpoint.`)
    return answered ? pass(say`GET`) : violated({ expected: say`GET`, actual: quote(method) })
  },
})

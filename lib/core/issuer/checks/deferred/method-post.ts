import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

export const deferredMethodPost = defineCheck<MisdirectedReading>('vci.deferred.method_post', {
  title: 'Deferred credential request uses POST',
  problem: 'The deferred credential request was not sent with POST',
  clauses: ['OID4VCI-1FINAL-9.1'],
  level: 'must',
  impossibleIn: ['nothing_deferred'],
  why: 'The request carries its transaction_id in its body and may cause a credential to be issued.',
  hint: 'Use POST for this request.',
  run: ({ operation, method, answered }) => {
    if (operation !== 'requestDeferredCredential') return notApplicable(say`The request is for another endpoint.`)
    return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
  },
})

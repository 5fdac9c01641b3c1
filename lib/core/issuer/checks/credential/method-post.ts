import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

export const credentialMethodPost = defineCheck<MisdirectedReading>('vci.credential.method_post', {
  title: 'Credential request uses POST',
  problem: 'The credential request was not sent with POST',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'must',
  why: 'The request carries proofs in its body and causes a credential to be issued.',
  hint: 'Use POST for this request.',
  run: ({ operation, method, answered }) => {
    if (operation !== 'requestCredential') return notApplicable(say`The request is for another endpoint.`)
    return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
  },
})

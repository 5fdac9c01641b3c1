import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

export const parMethodPost = defineCheck<MisdirectedReading>('vci.par.method_post', {
  title: 'Pushed request uses POST',
  problem: 'The pushed request was not sent with POST',
  clauses: ['RFC9126-2.1', 'RFC9126-2.3'],
  level: 'must',
  impossibleIn: ['pre_authorized_code'],
  why: 'Parameters in the URL of a GET request would end up in logs, which pushing them avoids.',
  hint: 'Use POST for this request.',
  run: ({ operation, method, answered }) => {
    if (operation !== 'pushAuthorizationRequest') return notApplicable(say`The request is for another endpoint.`)
    return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
  },
})

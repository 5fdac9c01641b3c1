import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

export const tokenMethodPost = defineCheck<MisdirectedReading>('vci.token.method_post', {
  title: 'Token request uses POST',
  problem: 'The token request was not sent with POST',
  clauses: ['RFC6749-3.2'],
  level: 'must',
  why: 'A code in the URL of a GET request would be written to logs.',
  hint: 'Use POST for this request.',
  run: ({ operation, method, answered }) => {
    if (operation !== 'requestToken') return notApplicable(say`The request is for another endpoint.`)
    return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
  },
})

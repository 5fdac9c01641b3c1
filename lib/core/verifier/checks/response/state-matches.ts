import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseStateMatches = defineCheck<ResponseReading>('vp.response.state_matches', {
  title: 'Response repeats the state of the request unchanged',
  problem: 'The state of the response is not the state of the request',
  clauses: ['OID4VP-1FINAL-5.3', 'OID4VP-1FINAL-14.3.2'],
  level: 'must',
  rejects: 'state_mismatch',
  needs: ['vp.response.state_present'],
  counterpart: 'CheckStateInAuthorizationResponse',
  why: 'A different state means that the response belongs to another request, or was injected.',
  hint: 'Copy state from the request object byte for byte.',
  run: ({ state, kind }) => {
    if (state.expected === null || !state.present) return notApplicable(say`There is no state to compare.`)
    if (kind === 'error') return notApplicable(say`The response is an error; see vp.error.state.`)
    if (state.matches) return pass()
    return violated({
      expected: say`the state of this request`,
      actual: state.isSessionId ? say`the id of the session` : bare.anotherValue,
    })
  },
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorState = defineCheck<ResponseReading>('vp.error.state', {
  title: 'Error response repeats the state of the request',
  problem: 'The state of the error response is not the state of the request',
  clauses: ['RFC6749-4.1.2.1', 'OID4VP-1FINAL-8.2'],
  level: 'must',
  rejects: 'state_mismatch',
  why: 'The verifier uses state to find the request that failed.',
  hint: 'Copy state from the request object byte for byte.',
  run: onError((_error, { state }) => {
    if (state.expected === null) return notApplicable(say`The request has no state.`)
    // Without a state, the URL still identifies the session: recorded, not refused.
    if (!state.present) return violated({ expected: say`state`, actual: null, error: null })
    return state.matches
      ? pass()
      : violated({
          expected: say`the state of this request`,
          actual: state.isSessionId ? say`the id of the session` : bare.anotherValue,
        })
  }),
})

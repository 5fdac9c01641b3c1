import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { isUnreadable } from '../../judgements/is-unreadable'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseStateAbsent = defineCheck<ResponseReading>('vp.response.state_absent', {
  title: 'Wallet does not invent a state',
  problem: 'The wallet invented a state',
  clauses: ['OID4VP-1FINAL-8.2', 'RFC6749-4.1.2'],
  level: 'must',
  why: 'The state is copied from the request. A state that is not in the request ties the response to nothing.',
  hint: 'Send state only where the request has one.',
  run: ({ state, kind, jwe, request }) => {
    if (state.expected !== null) return notApplicable(say`The request has a state.`)
    if (kind === 'nothing' || isUnreadable(jwe)) return notApplicable(say`The response holds no response parameters.`)
    if (!state.present) return pass()
    const mismatch = { expected: say`no state`, actual: bare.one }
    // Of a request through a browser it is only said that nobody can expect one. OID4VP-1FINALA-A.2
    return request.binding === undefined ? violated(mismatch) : tolerated(mismatch)
  },
})

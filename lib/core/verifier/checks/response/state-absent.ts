import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
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
  run: ({ state, kind, jwe }) => {
    if (state.expected !== null) return notApplicable(say`The request has a state.`)
    if (kind === 'nothing' || isUnreadable(jwe)) return notApplicable(say`The response holds no response parameters.`)
    return state.present ? violated({ expected: say`no state`, actual: bare.one }) : pass()
  },
})

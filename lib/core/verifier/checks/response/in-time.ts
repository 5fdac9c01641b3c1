import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseInTime = defineCheck<ResponseReading>('vp.response.in_time', {
  title: 'Response arrives before the request expires',
  problem: 'This session has expired',
  clauses: ['RFC7519-4.1.4'],
  level: 'info',
  rejects: 'session_expired',
  refusal: (problem) => `${problem}: create a new one.`,
  why: 'A wallet must not respond to an expired request.',
  hint: 'Respond before the exp of the request object. After that, ask the user to start again.',
  run: ({ session, now, history }) => {
    const seconds = Math.floor((session.expiresAt - now) / 1000)
    return history.expired
      ? violated({ expected: say`a response before exp`, actual: say`${-seconds} s after it` })
      : pass(say`${seconds} s before it`)
  },
})

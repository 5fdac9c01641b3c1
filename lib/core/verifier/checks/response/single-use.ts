import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { secondsAfter } from '../../history/verifier-history'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseSingleUse = defineCheck<ResponseReading>('vp.response.single_use', {
  title: 'Wallet responds to a request once',
  problem: 'This request already has a response',
  clauses: ['OID4VP-1FINAL-14.1.2'],
  level: 'must',
  rejects: 'response_already_received',
  refusal: (problem) => `${problem}: create a new session.`,
  why: 'The nonce binds one presentation to the request. A second response looks like a replay.',
  hint: 'Send one response per request, and do not repeat it after a 200.',
  run: ({ history, now }) =>
    history.consumedAt === null
      ? pass()
      : violated({
          expected: say`one response`,
          actual: say`another one, ${secondsAfter(history.consumedAt, now)} s after the first`,
        }),
})

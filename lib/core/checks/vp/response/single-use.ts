import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'

export const vpResponseSingleUse = defineCheck<ResponseReading>('vp.response.single_use', {
  title: 'Wallet answers a request once',
  clauses: ['OID4VP-1FINAL-14.1.2'],
  level: 'must',
  rejects: 'response_already_received',
  refusal: 'This request was answered before: an answer counts once, and a new session needs a new request.',
  why: 'The nonce of a request binds one presentation to it; a second use is what a replay looks like.',
  hint: 'Send one answer for each request, and do not repeat it after a 200.',
  run: ({ history, now }) =>
    history.consumedAt === null
      ? pass()
      : violated({
          expected: 'one answer',
          actual: `another one, ${Math.floor((now - history.consumedAt) / 1000)} s after the first`,
        }),
})

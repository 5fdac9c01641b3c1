import { defineCheck, notApplicable, pass } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseLatency = defineCheck<ResponseReading>('vp.response.latency', {
  title: 'Time between fetch and response was measured',
  problem: 'The time between fetch and response could not be measured',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'info',
  why: 'It shows how long the user and the wallet took.',
  hint: 'Nothing to do: this is for information.',
  run: ({ history, now }) =>
    history.lastFetchedAt === null
      ? notApplicable(say`The request was not fetched.`)
      : pass(say`${now - history.lastFetchedAt} ms`),
})

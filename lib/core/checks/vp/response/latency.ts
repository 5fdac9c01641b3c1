import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass } from '../../check'

export const vpResponseLatency = defineCheck<ResponseReading>('vp.response.latency', {
  title: 'Time between fetch and answer is known',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'info',
  why: 'It is the time that the user took, and a hint on what the wallet did meanwhile.',
  hint: 'Nothing to do: this only tells the time.',
  run: ({ history, now }) =>
    history.lastFetchedAt === null
      ? notApplicable('The request was not fetched.')
      : pass(`${now - history.lastFetchedAt} ms`),
})

import { defineCheck, notApplicable, notObserved, pass } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenMultipleHonoured = defineCheck<ResponseReading>('vp.token.multiple_honoured', {
  title: 'Query with multiple is answered with several credentials',
  problem: 'A query with multiple was answered with one credential',
  clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-8.1'],
  level: 'info',
  why: 'With multiple: true the user may present every credential that matches.',
  hint: 'Let the user choose several credentials for a query with multiple: true.',
  run: onTokenMatch((match) => {
    const several = match.answers.filter(({ multiple, presentations }) => multiple && presentations > 0)
    if (several.length === 0) return notApplicable(say`No query for several presentations was answered.`)
    const counted = several.map(({ queryId, presentations }) => ({
      queryId,
      // The same credential once more is no other one.
      count: presentations - match.duplicates.filter(({ second }) => second.queryId === queryId).length,
    }))
    // OpenID4VP 6.1: several can be returned, so one is right too.
    return counted.every(({ count }) => count > 1)
      ? pass(counted.map(({ queryId, count }) => say`${queryId}: ${count}`))
      : notObserved(say`One credential was presented: the wallet may hold no other, or its user chose one.`)
  }),
})

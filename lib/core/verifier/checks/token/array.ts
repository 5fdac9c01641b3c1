import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenArray = defineCheck<ResponseReading>('vp.token.array', {
  title: 'Each entry of the vp_token is an array',
  problem: 'An entry of the vp_token is not an array of presentations',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ExtractVP1FinalVpTokenDCQL',
  why: 'A query may have several presentations, so even a single one goes into an array.',
  hint: 'Wrap the presentation in an array.',
  run: onToken(({ entries }) => {
    if (entries.length === 0) return notApplicable(say`The vp_token has no entries.`)
    const others = entries.filter(({ type }) => type !== 'array')
    return others.length === 0
      ? pass()
      : violated({
          expected: say`array`,
          actual: others.slice(0, 20).map(({ queryId, type }) => say`${shown(queryId)}: ${type}`),
        })
  }),
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenArrayNotEmpty = defineCheck<ResponseReading>('vp.token.array_not_empty', {
  title: 'Each entry of the vp_token holds a presentation',
  problem: 'An entry of the vp_token is an empty array',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'An empty array answers nothing.',
  hint: 'Leave out the entries of queries that you do not answer.',
  run: onToken(({ entries }) => {
    const arrays = entries.filter(({ type }) => type === 'array')
    if (arrays.length === 0) return notApplicable(say`The vp_token has no arrays.`)
    const empty = arrays.filter(({ elements }) => elements.length === 0)
    return empty.length === 0
      ? pass()
      : violated({
          expected: say`at least one presentation`,
          actual: empty.slice(0, 20).map(({ queryId }) => shown(queryId)),
        })
  }),
})

import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenOptionalAbsent = defineCheck<ResponseReading>('vp.token.optional_absent', {
  title: 'Unanswered optional query has no entry in the vp_token',
  problem: 'An unanswered optional query has an entry in the vp_token',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'must',
  why: 'Verifiers expect at least one presentation in every entry.',
  hint: 'Leave out the entry instead of sending an empty array or null.',
  run: onTokenMatch((match) => {
    const optional = match.answers.filter(({ required }) => !required)
    if (optional.length === 0) return notApplicable(say`Every query of the request is required.`)
    const empty = optional.filter(({ emptyEntry }) => emptyEntry)
    return empty.length === 0
      ? pass()
      : violated({ expected: say`no entry`, actual: empty.map(({ queryId }) => say`${queryId}: empty`) })
  }),
})

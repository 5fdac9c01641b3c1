import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenCount = defineCheck<ResponseReading>('vp.token.count', {
  title: 'Query without multiple is answered with one presentation',
  problem: 'A query without multiple has more than one presentation',
  clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A query without multiple: true was answered with several presentations.',
  counterpart: 'ValidateVpTokenPresentationCountMatchesDcqlQuery',
  why: 'A second presentation reveals more than the verifier asked for.',
  hint: 'Send several presentations only for a query with multiple: true.',
  run: onToken((_vpToken, match) => {
    const single = match?.answers.filter(({ multiple, presentations }) => !multiple && presentations > 0) ?? []
    if (single.length === 0) return notApplicable(say`No query for a single presentation was answered.`)
    const several = single.filter(({ presentations }) => presentations > 1)
    return several.length === 0
      ? pass()
      : violated({
          expected: 1,
          actual: several.map(({ queryId, presentations }) => say`${queryId}: ${presentations}`),
        })
  }),
})

import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onToken } from '../../judgements/presentation/on-token'

export const vpTokenCount = defineCheck<ResponseReading>('vp.token.count', {
  title: 'A query is answered by one presentation unless it asks for several',
  clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A query that does not allow multiple was answered by more than one presentation.',
  why: 'A second presentation that was not asked for tells more than the user was told.',
  hint: 'Send more than one presentation only where the query has multiple: true.',
  run: onToken((_vpToken, match) => {
    const single = match?.answers.filter(({ multiple, presentations }) => !multiple && presentations > 0) ?? []
    if (single.length === 0) return notApplicable('No query that asks for one presentation was answered.')
    const several = single.filter(({ presentations }) => presentations > 1)
    return several.length === 0
      ? pass()
      : violated({ expected: 1, actual: several.map(({ queryId, presentations }) => `${queryId}: ${presentations}`) })
  }),
})

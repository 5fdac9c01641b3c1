import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onToken } from '../../judgements/presentation/on-token'

export const vpTokenOptionalAbsent = defineCheck<ResponseReading>('vp.token.optional_absent', {
  title: 'A query that is not answered has no entry',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'must',
  why: 'An entry with nothing in it is no answer, and readers that expect a presentation fail on it.',
  hint: 'Leave the entry out instead of sending an empty array or null.',
  run: onToken((_vpToken, match) => {
    const optional = match?.answers.filter(({ required }) => !required) ?? []
    if (optional.length === 0) return notApplicable('Every query of the request is required.')
    const empty = optional.filter(({ emptyEntry }) => emptyEntry)
    return empty.length === 0
      ? pass()
      : violated({ expected: 'no entry', actual: empty.map(({ queryId }) => `${queryId}: empty`) })
  }),
})

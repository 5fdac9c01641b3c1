import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlFormat = defineCheck<PresentedSubject>('vp.dcql.format', {
  title: 'Presentation has the format that the query asks for',
  problem: 'A presentation is not in the format of its query',
  clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-8.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'The verifier processes a presentation in the format of the query.',
  hint: 'Answer each query with a credential in its format.',
  run: onMatch(({ format }) =>
    format.matches
      ? pass(quote(format.actual))
      : violated({ expected: quote(format.wanted), actual: shown(format.actual) }),
  ),
})

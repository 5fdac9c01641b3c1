import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlDoctype = defineCheck<PresentedSubject>('vp.dcql.doctype', {
  title: 'Document has the type that the query asks for',
  problem: 'The docType of the document is not the doctype_value of the query',
  clauses: ['OID4VP-1FINALA-B.2.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateMdocDocTypeMatchesDcqlQuery',
  judges: { token: 'presented_credential', member: 'documents.0.doc_type' },
  why: 'The type says what the document is proof of.',
  hint: 'Choose a document whose docType is doctype_value.',
  run: onMatch(({ type }) => {
    if (type.kind !== 'doctype') return notApplicable(say`The query does not ask for a doctype.`)
    return type.matches
      ? pass(shown(type.actual))
      : violated({ expected: type.wanted.map(quote), actual: shown(type.actual) })
  }),
})

import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeStatus, judgeStatusValue } from '../../judgements/judge-status'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocStatusValue = defineCheck<PresentedSubject>('vp.mdoc.status_value', {
  title: 'Document is not revoked or suspended',
  problem: 'The document is revoked or suspended',
  clauses: ['TSL14-8.3', 'HAIP-5.3.1'],
  level: 'should',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.mso.status' },
  why: 'A revoked document should not be accepted.',
  hint: 'Present a document that is valid.',
  run: onMdocDocument((document, mdoc, subject) => {
    if (document.mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const lookup = subject.presented.statuses[mdoc.documents.indexOf(document)]
    return judgeStatus({ present: document.mso.status.present, lookup }, subject, judgeStatusValue)
  }),
})

import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeStatus, judgeStatusToken } from '../../judgements/judge-status'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocStatusToken = defineCheck<PresentedSubject>('vp.mdoc.status_token', {
  title: 'Status list of the document can be relied on',
  problem: 'The status list of the document cannot be relied on',
  clauses: ['TSL14-8.3', 'HAIP-5.3.1'],
  level: 'should',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.mso.status' },
  why: 'Anybody could forge a status list that is not signed, and send an old one after a revocation.',
  hint: 'The issuer publishes its list as a signed token with the uri of the document as subject, and renews it in time.',
  run: onMdocDocument((document, mdoc, subject) => {
    if (document.mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const lookup = subject.presented.statuses[mdoc.documents.indexOf(document)]
    return judgeStatus({ present: document.mso.status.present, lookup }, subject, judgeStatusToken)
  }),
})

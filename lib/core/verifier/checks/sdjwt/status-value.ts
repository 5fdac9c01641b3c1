import { defineCheck } from '../../../engine/checks/check'
import { judgeStatus, judgeStatusValue } from '../../judgements/judge-status'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtStatusValue = defineCheck<PresentedSubject>('vp.sdjwt.status_value', {
  title: 'Credential is not revoked or suspended',
  problem: 'The credential is revoked or suspended',
  clauses: ['SDJWTVC13-3.4'],
  level: 'should',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'claims.status' },
  why: 'A revoked credential should not be accepted.',
  hint: 'Present a credential that is valid.',
  run: onSdJwt(({ status }, subject) =>
    judgeStatus({ present: status.present, lookup: subject.presented.statuses[0] }, subject, judgeStatusValue),
  ),
})

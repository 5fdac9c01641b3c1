import { defineCheck } from '../../../engine/checks/check'
import { judgeStatus, judgeStatusToken } from '../../judgements/judge-status'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtStatusToken = defineCheck<PresentedSubject>('vp.sdjwt.status_token', {
  title: 'Status list can be relied on',
  problem: 'The status list cannot be relied on',
  clauses: ['TSL14-8.3', 'HAIP-6.1'],
  level: 'should',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'claims.status' },
  why: 'Anybody could forge a status list that is not signed, and send an old one after a revocation.',
  hint: 'The issuer publishes its list as a signed token with the uri of the credential as sub, and renews it in time.',
  run: onSdJwt(({ status }, subject) =>
    judgeStatus({ present: status.present, lookup: subject.presented.statuses[0] }, subject, judgeStatusToken),
  ),
})

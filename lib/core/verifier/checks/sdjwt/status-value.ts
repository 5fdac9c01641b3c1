import { defineCheck, notApplicable, notObserved } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtStatusValue = defineCheck<PresentedSubject>('vp.sdjwt.status_value', {
  title: 'Credential is not revoked or suspended',
  problem: 'The credential is revoked or suspended',
  clauses: ['SDJWTVC13-3.4'],
  level: 'should',
  judges: { token: 'presented_credential', member: 'claims.status' },
  why: 'A revoked credential should not be accepted.',
  hint: 'Present a credential that is valid.',
  run: onSdJwt(({ status }) =>
    status.present
      ? notObserved(say`This service fetches no status lists.`)
      : notApplicable(say`The credential has no status.`),
  ),
})

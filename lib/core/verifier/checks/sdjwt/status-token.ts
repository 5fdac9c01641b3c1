import { defineCheck, notApplicable, notObserved } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtStatusToken = defineCheck<PresentedSubject>('vp.sdjwt.status_token', {
  title: 'Status list is signed',
  problem: 'The status list is not signed',
  clauses: ['TSL14-8.2', 'HAIP-6.1'],
  level: 'should',
  judges: { token: 'presented_credential', member: 'claims.status' },
  why: 'Anybody could forge an unsigned status list.',
  hint: 'The issuer publishes its status list as a signed token.',
  run: onSdJwt(({ status }) =>
    status.present
      ? notObserved(say`This service fetches no status lists.`)
      : notApplicable(say`The credential has no status.`),
  ),
})

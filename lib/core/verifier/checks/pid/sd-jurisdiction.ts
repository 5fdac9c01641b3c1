import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { isSubdivision, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdJurisdiction = defineCheck<PresentedSubject>('vp.pid.sd_jurisdiction', {
  title: 'Issuing jurisdiction in the PID is an ISO 3166-2 code of the issuing country',
  problem: 'The issuing jurisdiction in the PID is not an ISO 3166-2 code of the issuing country',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'A region outside the issuing country, or in words, cannot be looked up.',
  hint: 'The issuer writes the country code, a hyphen and the code of the region, e.g. IT-BO with issuing_country IT.',
  run: onPid(({ claims }) =>
    judgeEach(claims, ['issuing_jurisdiction'], say`an ISO 3166-2 code of the issuing country`, (value) =>
      isSubdivision(value, claims.issuing_country ?? null),
    ),
  ),
})

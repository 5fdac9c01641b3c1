import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { isFullDate, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdDates = defineCheck<PresentedSubject>('vp.pid.sd_dates', {
  title: 'Dates in the PID are real dates in the form YYYY-MM-DD',
  problem: 'A date in the PID is not a real date in the form YYYY-MM-DD',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other forms.',
  hint: 'The issuer writes dates as YYYY-MM-DD.',
  run: onPid(({ claims }) =>
    judgeEach(claims, ['birthdate', 'date_of_expiry', 'date_of_issuance'], say`YYYY-MM-DD`, isFullDate),
  ),
})

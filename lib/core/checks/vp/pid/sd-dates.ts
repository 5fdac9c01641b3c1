import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { isFullDate, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/presentation/on-pid'

export const vpPidSdDates = defineCheck<PresentedSubject>('vp.pid.sd_dates', {
  title: 'Dates in the PID are real dates in the form YYYY-MM-DD',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other forms.',
  hint: 'The issuer writes dates as YYYY-MM-DD.',
  run: onPid(({ claims }) =>
    judgeEach(claims, ['birthdate', 'date_of_expiry', 'date_of_issuance'], 'YYYY-MM-DD', isFullDate),
  ),
})

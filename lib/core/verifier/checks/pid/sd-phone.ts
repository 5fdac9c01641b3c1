import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { isPhoneNumber, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdPhone = defineCheck<PresentedSubject>('vp.pid.sd_phone', {
  title: 'Phone number in the PID is international',
  problem: 'The phone number in the PID is not international',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Without a country code, nobody can tell which country a number belongs to.',
  hint: 'The issuer writes a plus sign, the country code and the number, all in digits, e.g. +390000000001.',
  run: onPid(({ claims }) => judgeEach(claims, ['phone_number'], say`a plus sign and 7 to 15 digits`, isPhoneNumber)),
})

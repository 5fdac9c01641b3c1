import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { isEmail, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdEmail = defineCheck<PresentedSubject>('vp.pid.sd_email', {
  title: 'E-mail address in the PID is well-formed',
  problem: 'The e-mail address in the PID is malformed',
  clauses: ['RFC5322-3.4'],
  level: 'info',
  profile: 'pid',
  why: 'Nobody can write to a malformed address.',
  hint: 'The issuer writes a plain address: a name, an @ sign and a domain.',
  run: onPid(({ claims }) => judgeEach(claims, ['email'], say`an address`, isEmail)),
})

import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { isSex, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdSex = defineCheck<PresentedSubject>('vp.pid.sd_sex', {
  title: 'Sex in the PID has a value of the rulebook',
  problem: 'The sex in the PID does not have a value of the rulebook',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'A number that is not in the list means nothing to verifiers.',
  hint: 'The issuer writes a number from 0 to 6, or 9 for not applicable.',
  run: onPid(({ claims }) => judgeEach(claims, ['sex'], say`a number from 0 to 6, or 9`, isSex)),
})

import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { hasType, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdTypes = defineCheck<PresentedSubject>('vp.pid.sd_types', {
  title: 'Claims of the PID have the types of the rulebook',
  problem: 'A claim of the PID does not have the type of the rulebook',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other types.',
  hint: 'The issuer writes text as strings, nationalities as an array, and address and place_of_birth as objects.',
  run: onPid(({ claims }) => judgeEach(claims, Object.keys(claims), say`the type of the rulebook`, hasType)),
})

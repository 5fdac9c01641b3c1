import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { hasType, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/presentation/on-pid'

export const vpPidSdTypes = defineCheck<PresentedSubject>('vp.pid.sd_types', {
  title: 'Claims of the PID have their types',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'A claim of another type is not understood.',
  hint: 'The issuer writes strings, an array for nationalities, and objects for address and place_of_birth.',
  run: onPid(({ claims }) => judgeEach(claims, Object.keys(claims), 'the type of the rulebook', hasType)),
})

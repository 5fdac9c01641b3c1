import { defineCheck } from '../../../engine/checks/check'
import { integerOf } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { isSex } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocSex = defineCheck<PresentedSubject>('vp.pid.mdoc_sex', {
  title: 'Sex in the PID of an mdoc has a value of the rulebook',
  problem: 'The sex in the PID of an mdoc does not have a value of the rulebook',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'A number that is not in the list means nothing to verifiers.',
  hint: 'The issuer writes a number from 0 to 6, or 9 for not applicable.',
  run: onMdocPid((elements) =>
    judgeElements(elements, ['sex'], say`a number from 0 to 6, or 9`, (value) => isSex(integerOf(value))),
  ),
})

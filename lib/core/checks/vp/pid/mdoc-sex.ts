import { integerOf } from '../../../cbor/cbor-item'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { isSex } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/presentation/on-mdoc-pid'

export const vpPidMdocSex = defineCheck<PresentedSubject>('vp.pid.mdoc_sex', {
  title: 'Sex in the PID of an mdoc has a value of the rulebook',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'A number outside of the list means nothing to verifiers.',
  hint: 'The issuer writes a number from 0 to 6, or 9 for not applicable.',
  run: onMdocPid((elements) =>
    judgeElements(elements, ['sex'], 'a number from 0 to 6, or 9', (value) => isSex(integerOf(value))),
  ),
})

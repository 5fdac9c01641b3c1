import { defineCheck } from '../../../engine/checks/check'
import { textOf } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { isEmail } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocEmail = defineCheck<PresentedSubject>('vp.pid.mdoc_email', {
  title: 'E-mail address in the PID of an mdoc is well-formed',
  problem: 'The e-mail address in the PID of an mdoc is malformed',
  clauses: ['PIDRB-3', 'RFC5322-3.4'],
  level: 'info',
  profile: 'pid',
  why: 'Nobody can write to a malformed address.',
  hint: 'The issuer writes a plain address: a name, an @ sign and a domain.',
  run: onMdocPid((elements) =>
    judgeElements(elements, ['email_address'], say`an address`, (value) => isEmail(textOf(value))),
  ),
})

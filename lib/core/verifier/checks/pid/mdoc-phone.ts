import { defineCheck } from '../../../engine/checks/check'
import { textOf } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { isPhoneNumber } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocPhone = defineCheck<PresentedSubject>('vp.pid.mdoc_phone', {
  title: 'Phone number in the PID of an mdoc is international',
  problem: 'The phone number in the PID of an mdoc is not international',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'Without a country code, nobody can tell which country a number belongs to.',
  hint: 'The issuer writes a plus sign, the country code and the number, all in digits, e.g. +390000000001.',
  run: onMdocPid((elements) =>
    judgeElements(elements, ['mobile_phone_number'], say`a plus sign and 7 to 15 digits`, (value) =>
      isPhoneNumber(textOf(value)),
    ),
  ),
})

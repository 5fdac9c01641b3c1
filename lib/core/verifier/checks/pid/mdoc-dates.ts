import { defineCheck } from '../../../engine/checks/check'
import { textOf } from '../../../ground/cbor/cbor-item'
import { fromIso } from '../../../ground/time/time'
import { say } from '../../../ground/values/wording'
import { isFullDate } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocDates = defineCheck<PresentedSubject>('vp.pid.mdoc_dates', {
  title: 'Dates in the PID of an mdoc are full-dates',
  problem: 'A date in the PID of an mdoc is not a full-date',
  clauses: ['PIDRB-3', 'RFC8943-2.1'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other forms.',
  hint: 'The issuer writes birth_date as a full-date under tag 1004, and dates of the document in that form or as tdate.',
  run: onMdocPid((elements) =>
    judgeElements(
      elements,
      ['birth_date', 'expiry_date', 'issuance_date'],
      say`a date under its tag`,
      (value, name) => {
        if (value.kind !== 'tag') return false
        const text = textOf(value.content)
        if (value.tag === 1004) return text !== null && isFullDate(text)
        return name !== 'birth_date' && value.tag === 0 && text !== null && fromIso(text) !== null
      },
    ),
  ),
})

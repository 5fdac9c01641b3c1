import { defineCheck } from '../../../engine/checks/check'
import { textOf } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { isSubdivision } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocJurisdiction = defineCheck<PresentedSubject>('vp.pid.mdoc_jurisdiction', {
  title: 'Issuing jurisdiction in the PID of an mdoc is an ISO 3166-2 code of the issuing country',
  problem: 'The issuing jurisdiction in the PID of an mdoc is not an ISO 3166-2 code of the issuing country',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'A region outside the issuing country, or in words, cannot be looked up.',
  hint: 'The issuer writes the country code, a hyphen and the code of the region, e.g. IT-BO with issuing_country IT.',
  run: onMdocPid((elements) =>
    judgeElements(elements, ['issuing_jurisdiction'], say`an ISO 3166-2 code of the issuing country`, (value) =>
      isSubdivision(textOf(value), textOf(elements.get('issuing_country') ?? null)),
    ),
  ),
})

import { defineCheck } from '../../../engine/checks/check'
import { type CborItem, memberOf, textOf } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { isCountry } from '../../judgements/judge-pid'
import { judgeElements, onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidMdocCountries = defineCheck<PresentedSubject>('vp.pid.mdoc_countries', {
  title: 'Countries in the PID of an mdoc are ISO 3166-1 alpha-2 codes',
  problem: 'A country in the PID of an mdoc is not an ISO 3166-1 alpha-2 code',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other forms.',
  hint: 'The issuer writes countries as two capital letters.',
  run: onMdocPid((elements) =>
    judgeElements(
      elements,
      ['nationality', 'issuing_country', 'resident_country', 'place_of_birth'],
      say`two capital letters`,
      isGood,
    ),
  ),
})

function isGood(value: CborItem): boolean {
  if (value.kind === 'array') return value.items.every((item) => isCountry(textOf(item)))
  if (value.kind !== 'map') return isCountry(textOf(value))
  const country = memberOf(value, 'country')
  return country === null || isCountry(textOf(country))
}

import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { countriesOf, isCountry, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdCountries = defineCheck<PresentedSubject>('vp.pid.sd_countries', {
  title: 'Countries in the PID are ISO 3166-1 alpha-2 codes',
  problem: 'A country in the PID is not an ISO 3166-1 alpha-2 code',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not understand other forms.',
  hint: 'The issuer writes countries as two capital letters.',
  run: onPid(({ claims }) =>
    judgeEach(
      countriesOf(claims),
      ['nationalities', 'issuing_country', 'address/country'],
      say`two capital letters`,
      (value) => (Array.isArray(value) ? value.every(isCountry) : isCountry(value)),
    ),
  ),
})

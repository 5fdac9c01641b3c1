import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck } from '../../check'
import { countriesOf, isCountry, judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/presentation/on-pid'

export const vpPidSdCountries = defineCheck<PresentedSubject>('vp.pid.sd_countries', {
  title: 'Countries of the PID are ISO 3166 codes',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'A country in another form is not understood.',
  hint: 'The issuer writes two capital letters of ISO 3166-1 alpha-2.',
  run: onPid(({ claims }) =>
    judgeEach(
      countriesOf(claims),
      ['nationalities', 'issuing_country', 'address/country'],
      'two capital letters',
      (value) => (Array.isArray(value) ? value.every(isCountry) : isCountry(value)),
    ),
  ),
})

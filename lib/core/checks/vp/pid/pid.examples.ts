import type { ClaimPosition } from '../../../dcql/claim-tree'
import type { JsonObject } from '../../../json'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import type { ExamplesById } from '../../examples'
import { mdoc, presented, sdJwt } from '../fixtures/response'

const good = presented()
const claims = (change: JsonObject) => sdJwt({ claims: { vct: 'urn:eudi:pid:1', ...change } })
const disclosed = (...disclosedPositions: readonly ClaimPosition[]) => sdJwt({ disclosedPositions })
const noPid = [mdoc, sdJwt({ vct: { present: true, value: 'urn:eudi:mdl:1', clear: true } })]
const nothing = claims({})

export const pidContentExamples: ExamplesById<PresentedSubject> = {
  'vp.pid.sd_dates': {
    pass: [claims({ birthdate: '1971-09-01' }), claims({ birthdate: '2000-02-29', date_of_expiry: '2031-12-31' })],
    violated: [
      claims({ birthdate: '01.09.1971' }),
      claims({ birthdate: '2001-02-29' }),
      claims({ birthdate: '1971-13-01' }),
      claims({ birthdate: 1971 }),
      claims({ birthdate: '1971-09-01', date_of_issuance: '2026-01-01T00:00:00Z' }),
    ],
    notApplicable: [...noPid, nothing],
  },
  'vp.pid.sd_countries': {
    pass: [
      good,
      claims({ issuing_country: 'AT', address: { country: 'DE' } }),
      claims({ nationalities: ['AT', 'DE'] }),
    ],
    violated: [
      claims({ nationalities: ['AT', 'Germany'] }),
      claims({ issuing_country: 'AUT' }),
      claims({ address: { country: 'at' } }),
      claims({ issuing_country: 40 }),
    ],
    notApplicable: [...noPid, nothing, claims({ address: { locality: 'Graz' } })],
  },
  'vp.pid.sd_types': {
    pass: [good, claims({ sex: 2, place_of_birth: { country: 'AT' } }), nothing],
    violated: [
      claims({ family_name: 7 }),
      claims({ nationalities: 'AT' }),
      claims({ nationalities: [1] }),
      claims({ address: 'Graz' }),
      claims({ place_of_birth: ['Graz'] }),
      claims({ sex: 'female' }),
    ],
    notApplicable: [...noPid, sdJwt({ claims: {} })],
  },
  'vp.pid.sd_email': {
    pass: [claims({ email: 'erika@example.com' })],
    violated: [claims({ email: 'erika' }), claims({ email: 'Erika <erika@example.com>' }), claims({ email: 7 })],
    notApplicable: [...noPid, good, nothing],
  },
  'vp.pid.known_names': {
    pass: [good, disclosed(['age_equal_or_over'], ['age_equal_or_over', '18'])],
    violated: [disclosed(['birth_date']), disclosed(['family_name'], ['shoe_size'])],
    notApplicable: [...noPid, disclosed()],
  },
}

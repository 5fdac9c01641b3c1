import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import type { DetailsReading } from '../read/oauth/authorization-details'

const issuer = 'https://issuer.example/lab/x'
const entry = (more: object = {}) => ({ type: 'openid_credential', credential_configuration_id: 'pid', ...more })
const details = (value: unknown, change: Partial<DetailsReading> = {}): DetailsReading => ({
  text: JSON.stringify(value),
  configurations: ['pid'],
  known: ['pid', 'other'],
  offered: 'pid',
  locations: [undefined],
  location: null,
  amongOthers: false,
  ...change,
})
const located = (...locations: readonly unknown[]) => details([entry()], { location: issuer, locations })
const atToken = (...locations: readonly unknown[]) => ({ ...located(...locations), amongOthers: true })
const other = 'https://other.example'

export const detailsExamples: ExamplesById<DetailsReading> = {
  'vci.details.wellformed': {
    pass: [
      details([entry()]),
      details([entry({ claims: [{ path: ['given_name'] }], more: 1 })]),
      details([entry(), entry({ credential_configuration_id: 'other' })], { configurations: ['pid', 'other'] }),
      details([entry({ credential_configuration_id: 'other' })], { configurations: ['other'], offered: null }),
    ],
    violated: [
      details({}),
      details([]),
      details([{ credential_configuration_id: 'pid' }]),
      details([entry({ type: 'another' })]),
      details([entry({ credential_configuration_id: 'unknown' })]),
      details([entry(), { type: 'payment' }]),
      details([entry({ credential_configuration_id: 'other' })], { configurations: ['other'] }),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.details.locations': {
    pass: [located([issuer]), atToken([issuer]), atToken([other, issuer])],
    violated: [
      ...[located(undefined), located([issuer], [other]), located([other, issuer]), located(issuer), located([])],
      ...[atToken([other]), atToken([issuer], [other]), atToken(issuer)],
    ],
    notApplicable: [details([entry()]), located()],
  },
}

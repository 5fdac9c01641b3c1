import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import type { OfferReading } from '../read/credential-offer'

const good: OfferReading = {
  session: null,
  named: null,
  mode: 'credential_offer_uri',
  expired: false,
  accept: 'application/json',
  credentialHeaders: [],
}
const accept = (value: string | null): OfferReading => ({ ...good, accept: value })

export const offerExamples: ExamplesById<OfferReading> = {
  'vci.offer.accept': {
    pass: [good, accept(null), accept('*/*'), accept('application/*'), accept('text/html, application/json')],
    violated: [accept('text/html'), accept('application/jwt')],
    notApplicable: alwaysJudged,
  },
  'vci.offer.no_credentials_in_fetch': {
    pass: [good],
    violated: [
      { ...good, credentialHeaders: ['authorization'] },
      { ...good, credentialHeaders: ['authorization', 'dpop'] },
    ],
    notApplicable: alwaysJudged,
  },
}

import type { OfferReading } from '../../../oid4vci/offer-reading'
import { defineCheck, notApplicable, violated } from '../../check'

export const offerNoFetchByValue = defineCheck<OfferReading>('vci.offer.no_fetch_by_value', {
  group: 'offer',
  title: 'Offer sent by value is not fetched again',
  clauses: ['OID4VCI-1FINAL-4.1'],
  level: 'info',
  why: 'The deeplink held the whole offer, so nothing is left to fetch.',
  hint: 'Use the credential_offer of the deeplink as it is.',
  run: ({ mode }) =>
    mode === 'credential_offer'
      ? violated({ expected: 'no request', actual: 'the hosted offer was fetched' })
      : notApplicable('The offer is sent by reference.'),
})

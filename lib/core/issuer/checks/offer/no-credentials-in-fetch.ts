import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { OfferReading } from '../../read/offer-reading'

export const offerNoCredentialsInFetch = defineCheck<OfferReading>('vci.offer.no_credentials_in_fetch', {
  title: 'Offer request carries no credentials',
  problem: 'The offer request carries credentials',
  clauses: ['OID4VCI-1FINAL-4.1.3'],
  level: 'should',
  impossibleIn: ['offer_by_value', 'wallet_initiated'],
  why: 'Anyone who has its URL can fetch the offer; a token sent there can only leak.',
  hint: 'Leave Authorization and DPoP out of the request for the offer.',
  run: ({ credentialHeaders }) =>
    credentialHeaders.length === 0
      ? pass()
      : violated({ expected: say`no credentials`, actual: credentialHeaders.map(quote) }),
})

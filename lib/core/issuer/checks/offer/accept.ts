import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { OfferReading } from '../../read/offer-reading'

export const offerAccept = defineCheck<OfferReading>('vci.offer.accept', {
  title: 'Offer request accepts JSON',
  problem: 'The offer request does not accept JSON',
  clauses: ['OID4VCI-1FINAL-4.1.3'],
  level: 'should',
  impossibleIn: ['offer_by_value', 'wallet_initiated'],
  why: 'A credential offer is always JSON.',
  hint: 'Send Accept: application/json, or no Accept header at all.',
  run: ({ accept }) =>
    accept === null || /application\/(json|\*)|\*\/\*/i.test(accept)
      ? pass(quoteStart(accept, 200) ?? say`no Accept header`)
      : violated({ expected: say`application/json`, actual: quoteStart(accept, 200) }),
})

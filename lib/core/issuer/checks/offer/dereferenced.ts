import { decidedBy, defineCheck, notApplicable, notObserved, pass, tolerated } from '../../../engine/checks/check'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const offerDereferenced = defineCheck<IssuanceEvidence>('vci.offer.dereferenced', {
  title: 'Wallet fetches an offer sent by reference',
  problem: 'The wallet did not fetch the offer that was sent by reference',
  clauses: ['OID4VCI-1FINAL-4.1.3'],
  level: 'must',
  impossibleIn: ['offer_by_value', 'wallet_initiated'],
  why: 'The deeplink contains only a reference; the grant and the code are in the offer.',
  hint: 'Send a GET request to credential_offer_uri before anything else.',
  run: (evidence) => {
    if (evidence.session.credentialOfferMode === 'credential_offer')
      return notApplicable(say`The offer is sent by value.`)
    const first = firstFlowExchange(evidence)
    const fetched = exchangesOf(evidence, 'getCredentialOffer').find(({ at }) => first === null || at <= first.at)
    if (fetched) return decidedBy(fetched, pass())
    if (first === null) return notObserved(say`The wallet has not fetched the offer yet.`)
    return decidedBy(
      first,
      tolerated({
        expected: say`a fetch of the offer`,
        actual: say`none seen; perhaps read through the session interface`,
      }),
    )
  },
})

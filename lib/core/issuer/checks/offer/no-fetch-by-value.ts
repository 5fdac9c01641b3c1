import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'

export const offerNoFetchByValue = defineCheck<IssuanceEvidence>('vci.offer.no_fetch_by_value', {
  title: 'Offer sent by value is not fetched again',
  problem: 'The wallet fetched an offer that was sent by value',
  clauses: ['OID4VCI-1FINAL-4.1'],
  level: 'info',
  impossibleIn: ['offer_by_reference', 'wallet_initiated'],
  why: 'The deeplink contains the whole offer, so there is nothing to fetch.',
  hint: 'Use the credential_offer of the deeplink as it is.',
  run: (evidence) => {
    if (evidence.session.credentialOfferMode !== 'credential_offer') {
      return notApplicable(say`The offer is sent by reference.`)
    }
    const [fetch] = exchangesOf(evidence, 'getCredentialOffer')
    if (fetch) return decidedBy(fetch, violated({ expected: say`no request`, actual: bare.theHostedOfferWasFetched }))
    const first = firstFlowExchange(evidence)
    return first ? decidedBy(first, pass()) : notObserved(say`The wallet has not started yet.`)
  },
})

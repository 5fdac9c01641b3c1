import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import type { UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { bare, quote, quoteStart, say, word } from '../../shared/values/wording'
import type { OfferReading } from '../read/credential-offer'
import type { TokenReading } from '../read/token/token-reading'

export const offerSession = area(
  'vci.offer',
  { subject: of<IssuanceEvidence>() },
  {
    dereferenced: {
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
    },
    no_fetch_by_value: {
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
        if (fetch)
          return decidedBy(fetch, violated({ expected: say`no request`, actual: bare.theHostedOfferWasFetched }))
        const first = firstFlowExchange(evidence)
        return first ? decidedBy(first, pass()) : notObserved(say`The wallet has not started yet.`)
      },
    },
  },
)

export const offerAddress = area(
  'vci.offer',
  { subject: of<UnmatchedReading>() },
  {
    method_get: {
      title: 'Credential offer is fetched with GET',
      problem: 'The credential offer was not fetched with GET',
      clauses: ['OID4VCI-1FINAL-4.1.3'],
      level: 'must',
      impossibleIn: ['offer_by_value', 'wallet_initiated'],
      why: 'The offer is only read, so it is fetched with GET.',
      hint: 'Use GET for this request.',
      run: ({ operation, method, answered }) => {
        if (operation !== 'getCredentialOffer') return notApplicable(say`The request is for another endpoint.`)
        return answered ? pass(say`GET`) : violated({ expected: say`GET`, actual: quote(method) })
      },
    },
  },
)

/** Checks of a fetch of the hosted offer. */
export const offerChecks = Object.values(
  area(
    'vci.offer',
    { subject: of<OfferReading>(), impossibleIn: ['offer_by_value', 'wallet_initiated'] },
    {
      accept: {
        title: 'Offer request accepts JSON',
        problem: 'The offer request does not accept JSON',
        clauses: ['OID4VCI-1FINAL-4.1.3'],
        level: 'should',
        why: 'A credential offer is always JSON.',
        hint: 'Send Accept: application/json, or no Accept header at all.',
        run: ({ accept }) =>
          accept === null || /application\/(json|\*)|\*\/\*/i.test(accept)
            ? pass(quoteStart(accept, 200) ?? say`no Accept header`)
            : violated({ expected: say`application/json`, actual: quoteStart(accept, 200) }),
      },
      no_credentials_in_fetch: {
        title: 'Offer request carries no credentials',
        problem: 'The offer request carries credentials',
        clauses: ['OID4VCI-1FINAL-4.1.3'],
        level: 'should',
        why: 'Anyone who has its URL can fetch the offer; a token sent there can only leak.',
        hint: 'Leave Authorization and DPoP out of the request for the offer.',
        run: ({ credentialHeaders }) =>
          credentialHeaders.length === 0
            ? pass()
            : violated({ expected: say`no credentials`, actual: credentialHeaders.map(quote) }),
      },
    },
  ),
)

export const offerGrant = area(
  'vci.offer',
  { subject: of<TokenReading>() },
  {
    grant_respected: {
      title: 'Wallet uses the grant of the offer',
      problem: 'The wallet used another grant than the one in the offer',
      clauses: ['OID4VCI-1FINAL-4.1.1'],
      level: 'must',
      rejects: 'invalid_grant',
      refusal: 'Use a grant that is listed in the grants of the credential offer.',
      needs: ['vci.token.grant_type'],
      impossibleIn: ['wallet_initiated'],
      why: 'The offer names its grant; its code does not work with another one.',
      hint: 'Read the grants object of the offer and use the grant type that is in it.',
      explains: [
        'vci.token.code_valid#absent',
        'vci.token.code_valid#other_value',
        'vci.token.preauth_code_valid#absent',
        'vci.token.preauth_code_valid#other_value',
        'vci.token.redirect_uri_matches#missing',
        'vci.token.no_foreign_params',
      ],
      run: ({ grant, session, form }) => {
        if (grant === 'refresh_token') return notApplicable(say`A refresh uses no grant of the offer.`)
        if (session === null) return notObserved(say`The request could not be matched to an offer.`)
        if (session.flow === grant) return pass(word(grant))
        return violated({
          expected: word(session.flow),
          actual: quoteStart(form.body.get('grant_type') ?? 'absent', 80),
        })
      },
    },
  },
)

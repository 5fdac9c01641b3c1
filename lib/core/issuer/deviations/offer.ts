import type { JsonObject } from '../../shared/values/json'
import { continues, type IssuerDeviation, type Parameter, stops, without } from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith, startsFlow } from './next-step'

const unknown: Parameter = ['wallet_capture_unknown', 'ignore-me']
const withUnknown = (members: JsonObject): JsonObject => ({ ...members, [unknown[0]]: unknown[1] })

/** A wallet that sends more than the offer fetch to the offer's host mixes up two issuers. */
const staysWithIssuer: IssuerDeviation['next'] = (later, fetched) => {
  const exchange = later.find(
    ({ operation, issuerId }) => operation !== 'getCredentialOffer' && issuerId === fetched.issuerId,
  )
  if (exchange !== undefined) return { did: 'refused', exchange, seen: 'a request to the issuer that hosts the offer' }
  return goesOnToTheEnd(later, fetched)
}

/** A wrong offer, or a merely unusual one and what follows from it. OID4VCI-1FINAL-4.1.1 */
export const offerDeviations: readonly IssuerDeviation[] = [
  {
    id: 'offer_unknown_configuration',
    title: 'The offer names a credential configuration that the metadata lacks.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...stops('The wallet must stop before it asks for a token.'),
    needs: { credential_offer_mode: 'credential_offer_uri' },
    changes: {
      offer: (offer) => ({ ...offer, credential_configuration_ids: ['urn:wallet-capture:no-such-configuration'] }),
    },
    next: startsFlow,
  },
  {
    id: 'offer_issuer_other',
    title: 'The offer is hosted by another issuer than the one it names.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...continues('The wallet follows the issuer that the offer names, and sends nothing to the other one.'),
    needs: { credential_offer_mode: 'credential_offer_uri' },
    changes: { hostedElsewhere: true },
    next: staysWithIssuer,
    otherwise: {
      says: 'The wallet sent a request to the issuer that hosts the offer, although the offer names another one',
      fix: 'Take the issuer from credential_issuer of the offer; the host of credential_offer_uri serves the offer alone.',
    },
  },
  {
    id: 'extra_members',
    title: 'Offer, authorization response, token response and credential response have an undefined member.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...continues('The wallet ignores it and finishes.'),
    changes: {
      offer: withUnknown,
      redirect: (parameters) => [...parameters, unknown],
      token: withUnknown,
      response: withUnknown,
    },
    next: goesOnToTheEnd,
  },
]

/** The link with the offer in it, but for a member that it must have. */
const offerWithout =
  (name: string): NonNullable<IssuerDeviation['changes']['link']> =>
  (right, other) =>
    [...right, other]
      .filter(([parameter]) => parameter === 'credential_offer')
      .map(([parameter, offer]) => [parameter, JSON.stringify(without(name)(JSON.parse(offer) as JsonObject))])

const byValue = { credential_offer_mode: 'credential_offer' } as const

const fetchesMetadata = goesOnWith('getIssuerMetadata', 'getAuthorizationServerMetadata')

/** Without an issuer in the offer, no metadata are right to fetch either. A request with its code shows more. */
const usesAnIssuer: IssuerDeviation['next'] = (later, first) =>
  startsFlow(later, first) ?? fetchesMetadata(later, first)

/** Offers by value that lack what they must have. OID4VCI-1FINAL-4.1.1 */
export const incompleteOfferDeviations: readonly IssuerDeviation[] = [
  {
    id: 'offer_no_issuer',
    title: 'The offer in the link has no credential_issuer.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...stops('The wallet must refuse the offer, and fetch no metadata for it.'),
    needs: byValue,
    changes: { link: offerWithout('credential_issuer') },
    next: usesAnIssuer,
    waitsFrom: 'last_request',
  },
  {
    id: 'offer_no_configurations',
    title: 'The offer in the link has no credential_configuration_ids.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...stops('The wallet must refuse the offer, and ask for no credential.'),
    needs: byValue,
    changes: { link: offerWithout('credential_configuration_ids') },
    next: startsFlow,
    waitsFrom: 'last_request',
  },
]

const stopsAtLink = stops('The wallet must refuse the link, and take no offer from it.')

/** A right offer that few issuers make, and links that hold two offers or none. OID4VCI-1FINAL-4.1 */
export const unusualOfferDeviations: readonly IssuerDeviation[] = [
  {
    id: 'offer_no_grants',
    title: 'The offer has no grants.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...continues('The wallet takes a grant that the authorization server metadata list, and gets the credential.'),
    needs: { laboratory: {}, credential_offer_mode: 'credential_offer_uri', flow: 'authorization_code' },
    changes: { offer: without('grants'), withoutGrants: true },
    next: goesOnToTheEnd,
    waitsFrom: 'last_request',
  },
  {
    id: 'offer_both_parameters',
    title: 'The link to the offer has both credential_offer and credential_offer_uri.',
    clause: 'OID4VCI-1FINAL-4.1',
    ...stopsAtLink,
    needs: { laboratory: {} },
    changes: { link: (right, other) => [...right, other] },
    next: startsFlow,
    waitsFrom: 'last_request',
  },
  {
    id: 'offer_neither_parameter',
    title: 'The link to the offer has neither credential_offer nor credential_offer_uri.',
    clause: 'OID4VCI-1FINAL-4.1',
    ...stopsAtLink,
    needs: { laboratory: {} },
    changes: { link: () => [] },
    next: startsFlow,
    waitsFrom: 'last_request',
  },
]

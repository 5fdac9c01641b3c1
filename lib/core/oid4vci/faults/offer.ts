import type { JsonObject } from '../../json'
import type { IssuanceFault, Parameter } from './fault'
import { goesOnToTheEnd, goesOnWith } from './next-step'

const unknown: Parameter = ['wallet_capture_unknown', 'ignore-me']
const withUnknown = (members: JsonObject): JsonObject => ({ ...members, [unknown[0]]: unknown[1] })

/** The offer is wrong, or it and all that follows is only unusual. OID4VCI-1FINAL-4.1.1 */
export const offerFaults: readonly IssuanceFault[] = [
  {
    id: 'offer_unknown_configuration',
    title: 'The offer names a credential configuration that the metadata lacks.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    expects: 'refusal',
    must: 'The wallet must stop before it asks for a token.',
    needs: { credential_offer_mode: 'credential_offer_uri' },
    changes: {
      offer: (offer) => ({ ...offer, credential_configuration_ids: ['urn:wallet-capture:no-such-configuration'] }),
    },
    next: goesOnWith('pushAuthorizationRequest', 'requestToken'),
  },
  {
    id: 'extra_members',
    title: 'Offer, authorization response, token answer and credential answer have a member that nobody defined.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    expects: 'going_on',
    must: 'The wallet ignores it and finishes.',
    changes: {
      offer: withUnknown,
      redirect: (parameters) => [...parameters, unknown],
      token: withUnknown,
      response: withUnknown,
    },
    next: goesOnToTheEnd,
  },
]

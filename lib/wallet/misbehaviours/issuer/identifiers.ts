import { randomText } from '../../run'
import { put, putDetails } from '../form'
import { inFormOf } from './form'
import type { Misbehaviour } from './misbehaviour'

/** Sends no attested key, so that no warning about an untrusted test attester appears. */
const issuer = 'eu-pid-jwt-proof-only'
const given = { issuer, sessionOptions: { laboratory: { credential_identifiers: 'always' } } } as const
const invalidDetails = { status: 400, error: 'invalid_authorization_details' }

/** Rules for authorization_details, and for the identifiers that they lead to. OID4VCI-1FINAL-3.3.4 */
export const identifiersMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.identifiers.used',
    title: 'Asks for a configuration although the token response gave identifiers',
    expect: { status: 400, error: 'invalid_credential_request' },
    needs: given,
    patchCredentialRequest: {
      at: 'credential',
      change: (request, { facts }) => {
        delete request.credential_identifier
        request.credential_configuration_id = facts.configurationId
      },
    },
  },
  {
    id: 'vci.identifiers.known',
    title: 'Asks for a credential_identifier that it was never given',
    expect: { status: 400, error: 'unknown_credential_identifier' },
    needs: given,
    patchCredentialRequest: {
      at: 'credential',
      change: (request, { random }) => {
        request.credential_identifier = randomText({ random }, 32)
      },
    },
  },
  {
    id: 'vci.identifiers.each',
    title: 'Asks for the first of two datasets only',
    expect: 'accepted',
    needs: {
      issuer,
      // Until the session is over.
      settles: 2000,
      sessionOptions: { laboratory: { credential_identifiers: 'always', datasets: 2 } },
    },
    skipsRule: 'datasets',
  },
  inFormOf('par')(
    'vci.details.wellformed',
    'Leaves the type out of its authorization_details',
    invalidDetails,
    (form, { facts }) =>
      put(form, 'authorization_details', JSON.stringify([{ credential_configuration_id: facts.configurationId }])),
    { needs: { issuer, sessionOptions: { laboratory: {} }, profile: { authorizationDetails: true } } },
  ),
  {
    id: 'vci.details.wellformed~token',
    title: 'Asks for an unknown configuration with its token',
    expect: invalidDetails,
    needs: { issuer, sessionOptions: { laboratory: {} }, profile: { authorizationDetails: true } },
    patchForm: {
      at: 'token',
      change: (form) => putDetails(form, 'unknown'),
    },
  },
  inFormOf('par')(
    'vci.details.locations',
    'Names no location in its authorization_details where the metadata lists servers',
    'accepted',
    (form, { facts }) => putDetails(form, facts.configurationId),
    {
      needs: {
        issuer,
        sessionOptions: { laboratory: { authorization_servers: 'two' } },
        profile: { authorizationDetails: true },
      },
    },
  ),
]

import { isObject, type JsonObject } from '../../ground/values/json'
import { credentialsOf, without } from './query-changes'
import { onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

const withoutKeys = (metadata: unknown): JsonObject =>
  isObject(metadata) ? without(metadata as JsonObject, 'jwks') : {}

/** One member of the request object is missing or malformed. OID4VP-1FINAL-5 */
export const memberDeviations: readonly VerifierDeviation[] = [
  {
    id: 'no_response_uri',
    title: 'The request has no response_uri.',
    clause: 'OID4VP-1FINAL-8.2',
    ...refused('invalid_request'),
    // The client id is the address there. OID4VP-1FINAL-5.9.3
    rightWith: ['redirect_uri'],
    changes: { claims: (claims) => without(claims, 'response_uri') },
  },
  {
    id: 'response_uri_not_absolute',
    title: 'The response_uri has no scheme.',
    clause: 'RFC3986-4.3',
    ...refused('invalid_request'),
    changes: {
      claims: (claims) => ({ ...claims, response_uri: String(claims.response_uri).replace(/^https?:/, '') }),
    },
  },
  {
    id: 'client_metadata_string',
    title: 'The client_metadata is JSON in a text, not an object.',
    clause: 'OID4VP-1FINAL-5.1',
    ...refused('invalid_request'),
    ...onBothChannels,
    inObject: true,
    changes: {
      claims: (claims) => ({ ...claims, client_metadata: JSON.stringify(claims.client_metadata ?? {}) }),
    },
  },
  {
    id: 'no_enc_jwks',
    title: 'The request carries no key for the response.',
    clause: 'OID4VP-1FINAL-8.3',
    ...refused('invalid_request', 'invalid_client_metadata'),
    ...onBothChannels,
    needs: { response_mode: 'direct_post.jwt' },
    changes: {
      parameters: (request) => ({ ...request, client_metadata: withoutKeys(request.client_metadata) }),
    },
  },
  {
    id: 'bad_state_charset',
    title: 'The state contains a space and a quotation mark.',
    clause: 'OID4VP-1FINAL-5.2',
    ...refused('invalid_request'),
    changes: { parameters: (request) => ({ ...request, state: `${String(request.state)} "c` }) },
  },
  {
    id: 'no_state_unbound',
    title: 'The request has no state, although it asks for no proof of holder binding.',
    clause: 'OID4VP-1FINAL-5.3',
    ...refused('invalid_request'),
    // No text tells wallets to look for it. OID4VP-1FINAL-5.3
    advisory: true,
    needs: { query: true },
    changes: { parameters: (request) => ({ ...without(request, 'state'), dcql_query: unbound(request) }) },
  },
]

/** The query, in which no credential needs a proof of holder binding. OID4VP-1FINAL-6.1 */
function unbound({ dcql_query: query }: JsonObject): JsonObject {
  const asked = (query ?? {}) as JsonObject
  return {
    ...asked,
    credentials: credentialsOf(asked).map((one) => ({ ...one, require_cryptographic_holder_binding: false })),
  }
}

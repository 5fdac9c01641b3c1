import { toBase64url, utf8 } from '../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { credentialsOf, without } from './query-changes'
import { flipBit } from './request-object'
import { onlyInClaims } from './same-as'
import { answered, onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

/** The id of the first credential query. */
function firstId({ dcql_query: query }: JsonObject): Json {
  const [first] = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return isObject(first) && typeof first.id === 'string' ? first.id : 'pid'
}

/** A text with a character that no nonce or state has. OID4VP-1FINAL-5.2 */
const hasOtherCharacters = (is: unknown): boolean => typeof is === 'string' && /[^A-Za-z0-9._~-]/.test(is)

const isUrlSafe =
  (length: number) =>
  (is: unknown, was: unknown): boolean =>
    typeof is === 'string' && is.length === length && is !== was && !hasOtherCharacters(is)

/** A wrong or merely unusual request parameter. OID4VP-1FINAL-5, OID4VP-1FINAL-8.2 */
export const parameterDeviations: readonly VerifierDeviation[] = [
  {
    id: 'missing_nonce',
    title: 'The request has no nonce.',
    clause: 'OID4VP-1FINAL-5.2',
    ...refused('invalid_request'),
    ...onBothChannels,
    changes: {
      parameters: (request) => without(request, 'nonce'),
    },
  },
  {
    id: 'bad_nonce_charset',
    title: 'The nonce contains a space and a quotation mark.',
    clause: 'OID4VP-1FINAL-5.2',
    ...refused('invalid_request'),
    ...onBothChannels,
    changes: {
      parameters: (request) => ({ ...request, nonce: `${String(request.nonce)} "c` }),
    },
    equals: onlyInClaims({ nonce: hasOtherCharacters }),
    titleOfEqual: 'The nonce contains a character that is not URL-safe.',
  },
  {
    id: 'redirect_uri_with_direct_post',
    title: 'The request has a redirect_uri beside its response_uri.',
    clause: 'OID4VP-1FINAL-8.2',
    ...refused('invalid_request'),
    changes: {
      parameters: (request, { responseUri }) => ({ ...request, redirect_uri: responseUri }),
    },
  },
  {
    id: 'unknown_transaction_type',
    title: 'The transaction data have an unknown type.',
    clause: 'OID4VP-1FINAL-5.1',
    ...refused('invalid_transaction_data'),
    ...onBothChannels,
    needs: { query: true },
    changes: {
      parameters: (request) => {
        const entry = { type: 'urn:wallet-capture:unknown-transaction', credential_ids: [firstId(request)] }
        return { ...request, transaction_data: [toBase64url(utf8(JSON.stringify(entry)))] }
      },
    },
  },
  {
    id: 'iss_mismatch',
    title: 'The request names an issuer, which wallets ignore.',
    clause: 'OID4VP-1FINAL-5',
    ...answered,
    ...onBothChannels,
    changes: {
      parameters: (request) => ({ ...request, iss: 'https://another-verifier.example' }),
    },
  },
  {
    id: 'random_parameter',
    title: 'The request has an undefined parameter.',
    clause: 'OID4VP-1FINAL-5',
    ...answered,
    ...onBothChannels,
    changes: {
      parameters: (request, { randomValue }) => ({ ...request, wallet_capture_unknown: randomValue() }),
    },
    equals: onlyInClaims({ wallet_capture_unknown: (is) => typeof is === 'string' && is !== '' }),
  },
  {
    id: 'long_state_nonce',
    title: 'The state has 64 characters, and the nonce 43.',
    clause: 'OID4VP-1FINAL-5.2',
    ...answered,
    changes: {
      parameters: (request, { randomValue }) => ({
        ...request,
        nonce: randomValue(),
        state: `${randomValue()}${randomValue()}`.slice(0, 64),
      }),
    },
    equals: onlyInClaims({ nonce: isUrlSafe(43), state: isUrlSafe(64) }),
  },
  {
    id: 'no_state',
    title: 'The request has no state.',
    clause: 'OID4VP-1FINAL-5.2',
    ...answered,
    changes: {
      parameters: (request) => without(request, 'state'),
    },
  },
]

const withoutKeys = (metadata: unknown): JsonObject =>
  isObject(metadata) ? without(metadata as JsonObject, 'jwks') : {}

/** A missing or malformed member of the request object. OID4VP-1FINAL-5 */
export const memberDeviations: readonly VerifierDeviation[] = [
  {
    id: 'no_response_uri',
    title: 'The request has no response_uri.',
    clause: 'OID4VP-1FINAL-8.2',
    ...refused('invalid_request'),
    // There the client id is the response URL. OID4VP-1FINAL-5.9.3
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
    equals: onlyInClaims({ state: hasOtherCharacters }),
    titleOfEqual: 'The state contains a character that is not URL-safe.',
  },
  {
    id: 'no_state_unbound',
    title: 'The request has no state, although it asks for no proof of holder binding.',
    clause: 'OID4VP-1FINAL-5.3',
    ...refused('invalid_request'),
    // No specification tells wallets to check it. OID4VP-1FINAL-5.3
    advisory: true,
    needs: { query: true },
    changes: { parameters: (request) => ({ ...without(request, 'state'), dcql_query: unbound(request) }) },
  },
]

/** The query without holder binding for any credential. OID4VP-1FINAL-6.1 */
function unbound({ dcql_query: query }: JsonObject): JsonObject {
  const asked = (query ?? {}) as JsonObject
  return {
    ...asked,
    credentials: credentialsOf(asked).map((one) => ({ ...one, require_cryptographic_holder_binding: false })),
  }
}

/** A wallet may ignore an attestation that it does not use, or whose proof is invalid. */
const mayIgnore = {
  ...refused('invalid_request', 'invalid_request_object'),
  ...onBothChannels,
  advisory: true,
  note: 'OpenID4VP 5.11 lets a wallet ignore an attestation about the verifier whose format it does not know, or whose proof fails.',
} as const

/** An attestation about the verifier with a correct or wrong proof. OID4VP-1FINAL-5.11.1 */
export const verifierInfoDeviations: readonly VerifierDeviation[] = [
  {
    id: 'verifier_info_key_bound',
    title: 'The request has an attestation about the verifier that is bound to a key, with a right proof.',
    clause: 'OID4VP-1FINAL-5.11.1',
    ...answered,
    ...onBothChannels,
    changes: {
      keyBoundInfo: {},
    },
  },
  {
    id: 'verifier_info_unbound',
    title: 'The proof of an attestation about the verifier has neither nonce nor client_id.',
    clause: 'OID4VP-1FINAL-5.11.1',
    ...mayIgnore,
    changes: {
      keyBoundInfo: { proof: (claims) => without(claims, 'nonce', 'aud') },
    },
  },
  {
    id: 'verifier_info_bad_proof',
    title: 'The signature of the proof of an attestation about the verifier is wrong.',
    clause: 'OID4VP-1FINAL-5.11.1',
    ...mayIgnore,
    changes: {
      keyBoundInfo: { compact: flipBit },
    },
  },
]

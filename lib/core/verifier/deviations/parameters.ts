import { toBase64url, utf8 } from '../../ground/values/base64url'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { answered, onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

const without = (request: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(request).filter(([member]) => member !== name))

/** The id of the first credential query. */
function firstId({ dcql_query: query }: JsonObject): Json {
  const [first] = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return isObject(first) && typeof first.id === 'string' ? first.id : 'pid'
}

/** One parameter of the request is wrong, or merely unusual. OID4VP-1FINAL-5, OID4VP-1FINAL-8.2 */
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

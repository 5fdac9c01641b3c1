import { fromBase64url, toBase64url } from '../../shared/values/base64url'
import { isObject, isSameJson, type Json, type JsonObject } from '../../shared/values/json'
import { without } from './query-changes'
import { onlyInClaims } from './same-as'
import { answered, refused, type VerifierDeviation } from './verifier-deviation'

const notAuthentic = ['invalid_request_object', 'invalid_request', 'invalid_client'] as const

/** Correct in a request by link. */
const inBrowser = { channels: ['dc_api'] } as const

const signed = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-signed'] } } as const

const multiSigned = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-multisigned'] } } as const

const isoMdoc = { ...inBrowser, needs: { dc_api_protocols: ['org-iso-mdoc'] } } as const

/** An undefined version of OpenID4VP. OID4VP-1FINALA-A.1 */
const unknownVersion = 'openid4vp-v9-signed'

/** Flips the lowest bit of the last byte. */
const flipped = (signature: Uint8Array): Uint8Array =>
  signature.map((byte, place) => (place === signature.length - 1 ? byte ^ 1 : byte))

const flippedText = (signature: string): string => toBase64url(flipped(fromBase64url(signature) ?? new Uint8Array(64)))

/** Wrong or unusual entries of a browser request, or their signatures. OID4VP-1FINALA-A.1, OID4VP-1FINALA-A.3.2 */
export const browserEntryDeviations: readonly VerifierDeviation[] = [
  {
    id: 'dc_protocol_mismatch',
    title: 'The request is signed, and its protocol says that it is not.',
    clause: 'OID4VP-1FINALA-A.1',
    ...refused('invalid_request'),
    ...inBrowser,
    advisory: true,
    note: 'OpenID4VP does not say what a wallet does with a request of another form than its protocol names.',
    needs: { dc_api_protocols: ['openid4vp-v1-unsigned'] },
    changes: { browser: { dataOf: 'openid4vp-v1-signed' } },
  },
  {
    id: 'dc_unknown_version_first',
    title: 'Before the request stands one of a version of OpenID4VP that does not exist.',
    clause: 'OID4VP-1FINALA-A.1',
    ...answered,
    ...signed,
    must: 'The wallet should respond to the second one.',
    changes: {
      browser: {
        requests: (requests) => [
          ...requests.slice(0, 1).map((request) => ({ ...request, protocol: unknownVersion })),
          ...requests,
        ],
      },
    },
  },
  {
    id: 'dc_multisigned_one_bad',
    title: 'The first of two signatures of the request is wrong.',
    clause: 'RFC7515-5.2',
    ...answered,
    ...multiSigned,
    advisory: true,
    note: 'RFC 7515 leaves it to the application how many of several signatures have to be right.',
    changes: { browser: { signature: (signature, place) => (place === 0 ? flippedText(signature) : signature) } },
  },
  {
    id: 'dc_multisigned_all_bad',
    title: 'All signatures of the request are wrong.',
    clause: 'RFC7515-5.2',
    ...refused(...notAuthentic),
    ...multiSigned,
    ofSigner: true,
    changes: { browser: { signature: flippedText } },
  },
  {
    id: 'dc_multisigned_client_in_payload',
    title: 'The payload of the request has a client_id, which only the header of each signature has.',
    clause: 'OID4VP-1FINALA-A.3.2.2',
    ...refused('invalid_request', 'invalid_request_object'),
    ...multiSigned,
    advisory: true,
    note: 'OpenID4VP forbids it to verifiers, and does not say what a wallet does with it.',
    changes: { browser: { payload: (payload, { clientId }) => ({ ...payload, client_id: clientId }) } },
  },
  {
    id: 'dc_annexc_bad_reader_auth',
    title: 'The signature of the reader authentication is wrong.',
    clause: 'ISO18013-5-9.1.4',
    ...refused('access_denied', 'invalid_request'),
    ...isoMdoc,
    advisory: true,
    note: 'ISO/IEC 18013-5 leaves it to the holder whether a reader that is not authenticated gets anything.',
    changes: { browser: { readerSignature: flipped } },
  },
  {
    id: 'dc_annexc_no_key',
    title: 'The encryptionInfo of the request names no key.',
    clause: 'ISO18013-7-C',
    ...refused('invalid_request'),
    ...isoMdoc,
    changes: { browser: { withoutRecipientKey: true } },
  },
]

const unsigned = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-unsigned'] } } as const

/** Nobody's origin (RFC 2606): a site that forwards our request. */
const foreignOrigin = 'https://another-verifier.example'

/** Our origin, which comes first in a correct request. */
const ourOrigin = ({ expected_origins: origins }: JsonObject): string =>
  Array.isArray(origins) ? String(origins[0]) : ''

const ofEncryption = ['jwks', 'encrypted_response_enc_values_supported']

/** Metadata without what a verifier says of the encryption of responses. OID4VP-1FINAL-5.1 */
const withoutEncryption = (metadata: unknown): Json =>
  isObject(metadata) ? without(metadata as JsonObject, ...ofEncryption) : null

/** Whether what is said of the encryption is as it was, or missing. */
const hasNoOther = (is: unknown, was: unknown): boolean =>
  isObject(is) &&
  isObject(was) &&
  ofEncryption.every((name) => is[name] === undefined || isSameJson(is[name] as Json, was[name] as Json))

/** Wrong or unusual request parameters for a browser. OID4VP-1FINALA-A.2 */
export const browserParameterDeviations: readonly VerifierDeviation[] = [
  {
    id: 'dc_wrong_expected_origins',
    title: 'The expected_origins of the request name another site than the one that asks.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request'),
    ...signed,
    changes: { claims: (claims) => ({ ...claims, expected_origins: [foreignOrigin] }) },
  },
  {
    id: 'dc_empty_expected_origins',
    title: 'The expected_origins of the request are an empty array.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request'),
    ...signed,
    changes: { claims: (claims) => ({ ...claims, expected_origins: [] }) },
  },
  {
    id: 'dc_no_expected_origins',
    title: 'The signed request has no expected_origins.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request'),
    ...signed,
    advisory: true,
    note: 'OpenID4VP demands expected_origins of verifiers, and does not say what a wallet does without them.',
    changes: { claims: (claims) => without(claims, 'expected_origins') },
  },
  {
    id: 'dc_origin_not_normalised',
    title: 'The expected_origins name the site with a slash behind it and in upper case, not as the browser does.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request'),
    ...signed,
    changes: {
      claims: (claims) => ({
        ...claims,
        expected_origins: [`${ourOrigin(claims)}/`, ourOrigin(claims).toUpperCase()],
      }),
    },
  },
  {
    id: 'dc_unsigned_decoy_origins',
    title: 'The unsigned request has expected_origins, which name another site.',
    clause: 'OID4VP-1FINALA-A.2',
    ...answered,
    ...unsigned,
    changes: { browser: { unsigned: (members) => ({ ...members, expected_origins: [foreignOrigin] }) } },
  },
  {
    id: 'dc_unsigned_client_id',
    title: 'The unsigned request has a client_id, which wallets ignore.',
    clause: 'OID4VP-1FINALA-A.2',
    ...answered,
    ...unsigned,
    changes: { browser: { unsigned: (members, { clientId }) => ({ ...members, client_id: clientId }) } },
    // Whatever it is, wallets ignore it.
    equals: onlyInClaims({ client_id: (is, was) => typeof is === 'string' && was === undefined }),
  },
  {
    id: 'dc_no_client_id',
    title: 'The signed request has no client_id.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request', 'invalid_request_object', 'invalid_client'),
    ...signed,
    advisory: true,
    note: 'OpenID4VP leaves it to the wallet whether it finds out who signed a request that a browser carries.',
    changes: { claims: (claims) => without(claims, 'client_id') },
  },
  {
    id: 'dc_mode_direct_post',
    title: 'The request asks for a response to a response_uri, not through the browser.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request'),
    channels: ['dc_api'],
    needs: { response_mode: 'direct_post.jwt', dc_api_protocols: ['openid4vp-v1-signed'] },
    changes: {
      parameters: (request, { responseUri }) => ({
        ...request,
        response_mode: 'direct_post.jwt',
        response_uri: responseUri,
      }),
    },
  },
  {
    id: 'dc_mode_plain',
    title: 'The request asks for a response in the clear, where HAIP asks for an encrypted one.',
    clause: 'HAIP-5.2',
    ...refused('invalid_request'),
    channels: ['dc_api'],
    advisory: true,
    note: 'HAIP demands an encrypted response of verifiers, and does not say what a wallet does with another request.',
    needs: { profile: 'haip', response_mode: 'direct_post', dc_api_protocols: ['openid4vp-v1-signed'] },
    changes: { responseMode: 'direct_post' },
    equals: onlyInClaims({
      response_mode: (is, was) => is === 'dc_api' && was === 'dc_api.jwt',
      // What only an encrypted response needs may be missing.
      client_metadata: (is, was) => isSameJson(withoutEncryption(is), withoutEncryption(was)) && hasNoOther(is, was),
    }),
  },
  {
    id: 'dc_request_uri',
    title: 'The request is nothing but a client_id and the address of a request.',
    clause: 'OID4VP-1FINALA-A.2',
    ...refused('invalid_request'),
    ...signed,
    must: 'The wallet should refuse, and fetch nothing.',
    changes: {
      browser: {
        requests: (requests, { clientId, requestUri }) =>
          requests.map(({ protocol }) => ({ protocol, data: { client_id: clientId, request_uri: requestUri } })),
      },
    },
  },
  {
    id: 'dc_state',
    title: 'The request has a state, which no response through a browser has.',
    clause: 'OID4VP-1FINALA-A.2',
    ...answered,
    ...signed,
    changes: { claims: (claims) => ({ ...claims, state: 'wallet-capture-state' }) },
  },
]

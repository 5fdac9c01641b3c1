import type { JsonObject } from '../../ground/values/json'
import { without } from './query-changes'
import { answered, refused, type VerifierDeviation } from './verifier-deviation'

/** Nothing of it is wrong in a request that comes by link. */
const inBrowser = { channels: ['dc_api'] } as const
const signed = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-signed'] } } as const
const unsigned = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-unsigned'] } } as const

/** That of nobody (RFC 2606): what a site sends on that got our request. */
const foreignOrigin = 'https://another-verifier.example'

/** Our origin, which stands first in a right request. */
const ourOrigin = ({ expected_origins: origins }: JsonObject): string =>
  Array.isArray(origins) ? String(origins[0]) : ''

/** What a request says of its verifier and of its response is wrong or unusual for a browser. OID4VP-1FINALA-A.2 */
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

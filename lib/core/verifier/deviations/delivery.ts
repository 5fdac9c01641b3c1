import type { JsonObject } from '../../shared/values/json'
import { without } from './query-changes'
import { answered, refused, type VerifierDeviation } from './verifier-deviation'

/** Path below our URLs that a wrong redirect points to. It serves nothing; every visit is recorded. */
export const elsewhere = 'elsewhere'

/** Without a request the wallet has nothing to ask its user, so silence is a refusal. */
const withoutRequest = {
  ...refused('invalid_request_uri', 'invalid_request'),
  silence: 'refused',
  needs: { request_delivery: 'by_reference' },
} as const

/** Delivery of requests and replies. OID4VP-1FINAL-5.10, OID4VP-1FINAL-8.2 */
export const deliveryDeviations: readonly VerifierDeviation[] = [
  {
    id: 'http_500_on_request',
    title: 'The request comes with status 500.',
    clause: 'OID4VP-1FINAL-5.10.2',
    ...withoutRequest,
    changes: {
      fetchAnswer: () => ({ status: 500 }),
    },
  },
  {
    id: 'redirect_on_request',
    title: 'The fetch of the request is redirected.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...withoutRequest,
    changes: {
      fetchAnswer: (requestUri) => ({ status: 302, headers: [['Location', `${requestUri}/${elsewhere}`]] }),
    },
  },
  {
    id: 'redirect_on_response',
    title: 'The response is redirected, which no wallet follows.',
    clause: 'OID4VP-1FINAL-8.2',
    ...answered,
    changes: {
      responseAnswer: (responseUri) => ({
        status: 307,
        headers: [['Location', `${responseUri}/${elsewhere}`]],
        body: null,
      }),
    },
  },
  {
    id: 'response_uri_slash',
    title: 'The response_uri ends with a slash.',
    clause: 'OID4VP-1FINAL-B.2.6.1',
    ...answered,
    changes: { responseUri: (right) => `${right}/` },
  },
  {
    id: 'reordered_query',
    title: 'In the link, request_uri comes before client_id.',
    clause: 'OID4VP-1FINAL-5',
    ...answered,
    needs: { request_delivery: 'by_reference' },
    changes: {
      link: (parameters) => [...parameters].reverse(),
    },
  },
]

/** The link's value of a parameter that contradicts the request. */
export const valueInLink = (request: JsonObject, name: 'nonce' | 'state'): string =>
  `of-the-link-${String(request[name])}`

const otherMode = ({ response_mode: mode }: JsonObject): string =>
  mode === 'direct_post.jwt' ? 'direct_post' : 'direct_post.jwt'

/** Request parameters in a link without a signed request. RFC 6749 section 4.1.1, OID4VP-1FINAL-5.1 */
const asParameters = (request: JsonObject): [string, string][] =>
  Object.entries(without(request, 'aud')).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

const withMethod =
  (method: 'get' | 'put'): NonNullable<VerifierDeviation['changes']['link']> =>
  (parameters) => [...parameters.filter(([name]) => name !== 'request_uri_method'), ['request_uri_method', method]]

/** The link is unusual, wrong, or contradicts the request. OID4VP-1FINAL-5.10, OID4VP-1FINAL-8.5 */
export const linkDeviations: readonly VerifierDeviation[] = [
  {
    id: 'request_uri_http',
    title: 'The address of the request has the scheme http.',
    clause: 'OID4VP-1FINAL-5.10',
    ...refused('invalid_request', 'invalid_request_uri'),
    needs: { request_delivery: 'by_reference' },
    needsHttps: true,
    changes: {
      link: (parameters) =>
        parameters.map(([name, value]) => [name, name === 'request_uri' ? value.replace(/^https:/, 'http:') : value]),
    },
  },
  {
    id: 'bad_request_uri_method',
    title: 'The link names the method put for the fetch of the request.',
    clause: 'OID4VP-1FINAL-8.5',
    ...refused('invalid_request_uri_method'),
    needs: { request_delivery: 'by_reference' },
    inLink: true,
    changes: { link: withMethod('put') },
  },
  {
    id: 'request_uri_method_get',
    title: 'The link names the method get for the fetch of the request, which is the default.',
    clause: 'OID4VP-1FINAL-5.10',
    ...answered,
    needs: { request_uri_method: 'get', request_delivery: 'by_reference' },
    changes: { link: withMethod('get') },
  },
  {
    id: 'unsigned_url_params',
    title: 'The link holds the request unsigned, although its client_id asks for a signature.',
    clause: 'OID4VP-1FINAL-8.5',
    ...refused('invalid_request'),
    needs: { request_delivery: 'by_reference' },
    linkHoldsAll: true,
    // The former never signs, and the latter may be registered as unsigned.
    rightWith: ['redirect_uri', 'pre_registered'],
    changes: { link: (_parameters, request) => asParameters(request) },
  },
  {
    id: 'conflicting_url_params',
    title: 'The link names another nonce, state and response_mode than the request.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...answered,
    needs: { request_delivery: 'by_reference' },
    changes: {
      link: (parameters, request) => [
        ...parameters,
        ['nonce', valueInLink(request, 'nonce')],
        ['state', valueInLink(request, 'state')],
        ['response_mode', otherMode(request)],
      ],
    },
  },
]

import { answered, refused, type VerifierDeviation } from './verifier-deviation'

/** Path under our own addresses that a wrong redirect points to. Nothing answers there; every visit is recorded. */
export const elsewhere = 'elsewhere'

/** A wallet without a request has nothing to ask its user, so silence is a refusal. */
const withoutRequest = {
  ...refused('invalid_request_uri', 'invalid_request'),
  silence: 'refused',
  needs: { request_delivery: 'by_reference' },
} as const

/** How requests and answers are delivered. OID4VP-1FINAL-5.10, OID4VP-1FINAL-8.2 */
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

import { setHeader } from '../../http/wire'
import { need } from '../../run'
import { inFetch, misbehaviour } from './builders'
import type { PatchContext, PresentationMisbehaviour } from './misbehaviour'

/** The address of the request object; guessed from the response address when the link does not contain it. */
const requestUrl = ({ facts }: PatchContext): string => {
  const request = facts.link?.request
  return request?.kind === 'reference'
    ? request.url
    : need(facts.replyTo, 'address of the verifier').responseUri.replace(/response$/, 'request')
}

const fetchAgain = (context: PatchContext) =>
  ({
    step: 'request_object',
    method: 'GET',
    url: requestUrl(context),
    headers: [['Accept', 'application/oauth-authz-req+jwt']] satisfies [string, string][],
  }) as const

const byGet = { needs: { method: 'get' } } as const

/** How the request object is fetched (RFC9101-5.2.3, OID4VP-1FINAL-5.1). */
export const requestMisbehaviours: PresentationMisbehaviour[] = [
  inFetch(
    'vp.request.method',
    'Fetches the request object by POST although the link does not allow it',
    (request) => {
      request.method = 'POST'
      request.body = 'wallet_nonce=a-nonce-that-nobody-asked-for'
      setHeader(request.headers, 'Content-Type', 'application/x-www-form-urlencoded')
    },
    byGet,
  ),
  misbehaviour('vp.request.method~get', 'Fetches the request object by GET although POST is asked for', 'accepted', {
    needs: { method: 'post', profile: { fetch: 'get' } },
    byProfile: 'request_object',
  }),
  inFetch(
    'vp.request.accept_get',
    'Asks for a web page instead of a request object',
    ({ headers }) => setHeader(headers, 'Accept', 'text/html'),
    byGet,
  ),
  inFetch(
    'vp.request.get_bodyless',
    'Sends a body with the GET of the request object',
    (request) => {
      request.body = 'wallet_nonce=in-the-wrong-place'
      setHeader(request.headers, 'Content-Type', 'application/x-www-form-urlencoded')
    },
    byGet,
  ),
  misbehaviour('vp.request.get_bodyless~query', 'Adds a query to the address of the request object', 'accepted', {
    ...byGet,
    patchTarget: {
      at: 'request_object',
      change: (target) => {
        target.url += '?wallet=reference'
      },
    },
  }),
  misbehaviour('vp.request.refetch', 'Fetches the request object twice', 'accepted', {
    repeat: { step: 'request_object', after: 'accepted' },
  }),
  misbehaviour(
    'vp.request.no_fetch_after_response',
    'Fetches the request object again after its response',
    { status: 404 },
    { ends: 'presented', probe: { when: 'after', at: 'response', request: fetchAgain } },
  ),
  misbehaviour('vp.request.by_value_not_fetched', 'Fetches a request object that it was given by value', 'accepted', {
    needs: { delivery: 'by_value' },
    probe: { when: 'before', at: 'response', request: fetchAgain },
  }),
  inFetch('vp.request.no_credentials', 'Sends a cookie with the fetch', ({ headers }) =>
    setHeader(headers, 'Cookie', 'session=of-another-visit'),
  ),
  inFetch('vp.request.no_credentials~authorization', 'Sends an access token with the fetch', ({ headers }) =>
    setHeader(headers, 'Authorization', 'Bearer a-token-of-somebody'),
  ),
  inFetch('vp.request.no_fingerprint', 'Names its device and its build while it fetches', ({ headers }) => {
    setHeader(headers, 'User-Agent', 'ReferenceWallet/4.2.1 (build 9913; Pixel 8 Pro; Android 16)')
    setHeader(headers, 'X-Device-Model', 'Pixel 8 Pro')
  }),
  inFetch('vp.request.no_pii', 'Says who its user is while it fetches', ({ headers }) =>
    setHeader(headers, 'From', 'asa.lindqvist@example.com'),
  ),
]

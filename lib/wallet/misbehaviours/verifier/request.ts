import { setHeader } from '../../http/wire'
import { privateMember } from '../../jose/key'
import { isObject } from '../../json'
import { need } from '../../run'
import { put } from '../misbehaviour'
import { asking, claims, inFetch, inFetchForm, inMetadata, misbehaviour, pid } from './builders'
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
    {
      ends: 'presented',
      alsoFails: ['vp.transport.served'],
      probe: { when: 'after', at: 'response', request: fetchAgain },
    },
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

const byPost = { needs: { method: 'post' } } as const

/** The nonce of a careless wallet, the same in every session. */
const constantNonce = 'Zk3qT8wYb1LrX6mNc9VsPdFh2JgUaEiO4oKxQy7RtHw'

const withNonce = (id: string, title: string, nonce: string, needs: PresentationMisbehaviour['needs'] = {}) =>
  misbehaviour(id, title, 'accepted', {
    needs: { method: 'post', ...needs },
    patchFacts: {
      at: 'request_object',
      change: (facts) => {
        facts.walletNonce = nonce
      },
    },
  })

/** The POST for the request object, with the wallet metadata (OID4VP-1FINAL-5.10, 10.1). */
export const requestPostMisbehaviours: PresentationMisbehaviour[] = [
  inFetch(
    'vp.reqpost.content_type',
    'Posts for the request object in JSON',
    (request) => {
      request.body = JSON.stringify(Object.fromEntries(new URLSearchParams(request.body ?? '')))
      setHeader(request.headers, 'Content-Type', 'application/json')
    },
    byPost,
  ),
  inFetch(
    'vp.reqpost.accept',
    'Posts for the request object and accepts anything',
    ({ headers }) => setHeader(headers, 'Accept', '*/*'),
    byPost,
  ),
  inFetch(
    'vp.reqpost.utf8',
    'Posts bytes that are not UTF-8',
    (request) => {
      request.body += '&locale=%FF%FE'
    },
    { ...byPost, alsoFails: ['vp.reqpost.params_known'] },
  ),
  misbehaviour('vp.reqpost.query_empty', 'Adds a query to the address that it posts to', 'accepted', {
    ...byPost,
    patchTarget: {
      at: 'request_object',
      change: (target) => {
        target.url += '?wallet=reference'
      },
    },
  }),
  inFetchForm('vp.reqpost.params_unique', 'Posts its wallet_nonce twice', (form, { facts }) => {
    form.push(['wallet_nonce', facts.walletNonce ?? ''])
  }),
  inFetchForm('vp.reqpost.params_known', 'Posts an undefined parameter', (form) => put(form, 'wallet_mood', 'curious')),
  misbehaviour('vp.reqpost.wallet_nonce', 'Posts for the request object without a wallet_nonce', 'accepted', {
    needs: { method: 'post', profile: { walletNonce: false } },
    byProfile: 'request_object',
  }),
  withNonce('vp.reqpost.wallet_nonce_entropy', 'Posts a wallet_nonce that can be guessed', '12345678'),
  withNonce('vp.reqpost.wallet_nonce_fresh', 'Posts the same wallet_nonce in each session', constantNonce, { runs: 2 }),
  inFetchForm('vp.reqpost.wallet_metadata_json', 'Posts a wallet_metadata that is not JSON', (form) =>
    put(form, 'wallet_metadata', 'present'),
  ),
  inMetadata('vp.reqpost.md_vp_formats', 'Says nothing of its formats in wallet_metadata', (metadata) => {
    delete metadata.vp_formats_supported
  }),
  inMetadata('vp.reqpost.md_vp_formats~algorithms', 'Lists no algorithms for its format', (metadata) => {
    metadata.vp_formats_supported = { 'dc+sd-jwt': { 'sd-jwt_alg_values': [], 'kb-jwt_alg_values': 'ES256' } }
  }),
  inMetadata(
    'vp.reqpost.md_format_match',
    'Says it knows mdocs only, then presents an SD-JWT VC',
    (metadata) => {
      metadata.vp_formats_supported = { mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] } }
    },
    { needs: asking(pid(claims(['family_name']))), alsoFails: ['vp.reqpost.md_format_kept'] },
  ),
  inMetadata('vp.reqpost.md_format_kept', 'Does not list the format that it presents', (metadata) => {
    metadata.vp_formats_supported = { mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] } }
  }),
  inMetadata('vp.reqpost.md_client_id_prefixes', 'Says it does not know the prefix of the client_id', (metadata) => {
    metadata.client_id_prefixes_supported = ['openid_federation']
  }),
  inMetadata('vp.reqpost.md_request_algs', 'Says it verifies RS256 only', (metadata) => {
    metadata.request_object_signing_alg_values_supported = ['RS256']
  }),
  inMetadata(
    'vp.reqpost.md_response_encryption',
    'Says it has no encryption that is offered',
    (metadata) => {
      metadata.authorization_encryption_enc_values_supported = ['A128CBC-HS256']
    },
    { alsoFails: ['vp.reqpost.md_encryption_kept'] },
  ),
  inMetadata('vp.reqpost.md_encryption_kept', 'Encrypts in another way than it announced', (metadata) => {
    metadata.authorization_encryption_enc_values_supported = ['A128GCM']
  }),
  inMetadata('vp.reqpost.md_response_types_modes', 'Says it responds with a code only', (metadata) => {
    metadata.response_types_supported = ['code']
  }),
  inMetadata(
    'vp.reqpost.md_jwks_shape',
    'Posts a private key for the request object',
    ({ jwks }, { facts }) => {
      const keys = isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
      const [first] = keys
      if (isObject(first) && facts.requestKey !== null) first.d = privateMember(facts.requestKey)
    },
    { needs: { profile: { walletMetadata: 'encrypted' } } },
  ),
  inMetadata(
    'vp.reqpost.encryption_possible',
    'Asks for encryption with an unknown algorithm',
    (metadata, { newKey }) => {
      metadata.jwks = { keys: [{ ...newKey().publicJwk, kid: 'request', use: 'enc', alg: 'ECDH-1PU' }] }
      metadata.request_object_encryption_alg_values_supported = ['ECDH-1PU']
    },
  ),
  inMetadata('vp.reqpost.md_minimal', 'Names its build and its device in wallet_metadata', (metadata) => {
    metadata.software_version = '4.2.1-9913'
    metadata.device_name = 'Pixel 8 Pro of Åsa'
  }),
]

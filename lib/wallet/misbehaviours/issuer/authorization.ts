import { removeHeader, setHeader } from '../../http/wire'
import { readJws } from '../../jose/jws'
import { readJsonObject, stringMember } from '../../json'
import { need, randomText } from '../../run'
import type { StepRequest } from '../../run-log'
import { drop, put, putDetails } from '../misbehaviour'
import { inFormOf, type Misbehaviour, type PatchContext } from './misbehaviour'

const needs = { flow: 'authorization_code' } as const

const invalidRequestUri = { status: 400, error: 'invalid_request_uri' }

/** Changes the first URL that the browser opens, but not the redirects after it. */
const inAddress = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (query: URLSearchParams) => void,
  extra: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  id,
  title,
  expect,
  ...extra,
  needs,
  patchTarget: {
    at: 'authorize',
    change: (target, { attempt }) => {
      if (attempt > 1) return
      const url = new URL(target.url)
      change(url.searchParams)
      target.url = url.href
    },
  },
})

/** Opens the browser with the last pushed request. */
const openAgain = ({ facts, log }: PatchContext): StepRequest => {
  const pushed = log.findLast(({ step, status }) => step === 'par' && status === 201)
  const form = new URLSearchParams(pushed?.body ?? '')
  const query = new URLSearchParams({
    client_id: form.get('client_id') ?? '',
    request_uri: stringMember(readJsonObject(pushed?.answerBody ?? ''), 'request_uri') ?? '',
  })
  return {
    step: 'authorize',
    method: 'GET',
    url: `${need(stringMember(facts.asMetadata, 'authorization_endpoint'), 'authorization endpoint')}?${query}`,
    headers: [['User-Agent', 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)']],
  }
}

const asWallet = (id: string, alsoFails: string): Misbehaviour => ({
  id,
  title: id.endsWith('user_agent')
    ? 'Opens the authorization endpoint with its own HTTP client'
    : 'Follows the browser redirects with its own HTTP client',
  expect: 'accepted',
  alsoFails: [alsoFails],
  needs,
  patchRequest: {
    at: 'authorize',
    change: ({ headers }, { log }) => {
      const own = log.find(({ step }) => step === 'par')?.headers.find(([name]) => name === 'User-Agent')?.[1]
      setHeader(headers, 'User-Agent', own ?? '')
    },
  },
})

/** Rules for the authorization endpoint. RFC9126-4 */
export const authorizeMisbehaviours: Misbehaviour[] = [
  inAddress(
    'vci.authorize.only_expected_params',
    'Repeats parameters in the address of the browser',
    'accepted',
    (query) => query.set('state', 'in-the-open'),
  ),
  inAddress(
    'vci.authorize.only_expected_params~twice',
    'Names two clients in the address of the browser',
    { status: 400, error: 'invalid_request' },
    (query) => query.append('client_id', 'another-wallet'),
  ),
  inAddress(
    'vci.authorize.no_request',
    'Opens the browser with a request object beside the reference',
    'accepted',
    (query) => query.set('request', 'eyJhbGciOiJub25lIn0.e30.'),
    { alsoFails: ['vci.authorize.only_expected_params'] },
  ),
  inAddress('vci.authorize.client_id_matches', 'Opens the browser as another client', invalidRequestUri, (query) =>
    query.set('client_id', 'another-wallet'),
  ),
  inAddress(
    'vci.authorize.request_uri_known',
    'Opens the browser with a made-up request_uri',
    invalidRequestUri,
    (query) => query.set('request_uri', 'urn:ietf:params:oauth:request_uri:invented'),
    { outsideSession: true },
  ),
  inAddress(
    'vci.authorize.request_uri_known~no_uri',
    'Opens the browser with the request_uri without its prefix',
    invalidRequestUri,
    (query) => query.set('request_uri', query.get('request_uri')?.split(':').at(-1) ?? ''),
  ),
  {
    id: 'vci.authorize.request_uri_known~other_issuer',
    title: 'Opens the browser at another authorization server than it pushed to',
    expect: invalidRequestUri,
    alsoFails: ['vci.flow.issuer_isolation'],
    needs,
    patchTarget: {
      at: 'authorize',
      change: (target, { attempt }) => {
        if (attempt === 1) target.url = target.url.replace('/eu-pid-device-bound/', '/eu-pid-jwt-proof-only/')
      },
    },
  },
  {
    id: 'vci.authorize.request_uri_once',
    title: 'Opens the browser twice with one reference',
    expect: 'accepted',
    needs,
    probe: { when: 'before', at: 'authorize', request: openAgain },
  },
  {
    id: 'vci.authorize.request_uri_once~completed',
    title: 'Opens the browser again after the code came',
    expect: invalidRequestUri,
    ends: 'credential_stored',
    needs,
    probe: { when: 'after', at: 'authorize', request: openAgain },
  },
  asWallet('vci.authorize.user_agent', 'vci.flow.user_agent_isolated'),
  asWallet('vci.flow.user_agent_isolated', 'vci.authorize.user_agent'),
  inAddress(
    'vci.authorize.no_secrets',
    'Puts the code verifier into the address of the browser',
    'accepted',
    (query) => query.set('code_verifier', 'in-the-open'),
    { alsoFails: ['vci.authorize.only_expected_params'] },
  ),
]

const invalidRequest = { status: 400, error: 'invalid_request' }
const invalidScope = { status: 400, error: 'invalid_scope' }

const inForm = inFormOf('par')

const invalidObject = { status: 400, error: 'invalid_request_object' }

const takesObjects = {
  issuer: 'eu-pid-device-bound',
  sessionOptions: { laboratory: { request_object: 'accepted' } },
} as const

/** Parameters that a server misses if it cannot read the request object. */
const parametersInside = [
  'vci.par.issuer_state_returned',
  'vci.par.redirect_uri_present',
  'vci.par.response_type_code',
  'vci.par.scope_present',
  'vci.par.state_present',
  'vci.pkce.challenge_present',
  'vci.pkce.code_challenge_s256',
]

/** Rules for the pushed authorization request. RFC9126-2 */
export const parMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.par.used',
    title: 'Opens the browser with plain parameters before it pushes them',
    expect: invalidRequest,
    ends: 'credential_stored',
    alsoFails: ['vci.authorize.only_expected_params'],
    needs,
    probe: {
      when: 'before',
      at: 'authorize',
      request: ({ facts }) => ({
        step: 'authorize',
        method: 'GET',
        url: `${need(stringMember(facts.asMetadata, 'authorization_endpoint'), 'endpoint')}?${new URLSearchParams({
          response_type: 'code',
          client_id: 'x',
          // The issuer_state of the offer goes where the request goes. OID4VCI-1FINAL-5.1.3
          issuer_state: facts.offer?.authorizationCode?.issuerState ?? '',
        })}`,
        headers: [['User-Agent', 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)']],
      }),
    },
  },
  {
    id: 'vci.par.method_post',
    title: 'Sends the pushed request as PUT',
    expect: { status: 405 },
    needs,
    patchTarget: {
      at: 'par',
      change: (target) => {
        target.method = 'PUT'
      },
    },
  },
  {
    id: 'vci.par.content_type',
    title: 'Sends the pushed request as JSON',
    expect: invalidRequest,
    alsoFails: ['vci.par.unknown_params'],
    needs,
    patchRequest: {
      at: 'par',
      change: (request) => {
        request.body = JSON.stringify(Object.fromEntries(new URLSearchParams(request.body ?? '')))
        setHeader(request.headers, 'Content-Type', 'application/json')
      },
    },
  },
  inForm('vci.par.no_duplicate_params', 'Sends a parameter of the pushed request twice', invalidRequest, (form) => {
    form.push(...form.filter(([name]) => name === 'scope'))
  }),
  {
    id: 'vci.par.params_in_body',
    title: 'Sends a parameter of the pushed request in the query',
    expect: 'accepted',
    needs,
    patchRequest: {
      at: 'par',
      change: (request) => {
        request.url += '?scope=anything'
      },
    },
  },
  inForm('vci.par.no_request_uri', 'Pushes a reference to a request', invalidRequest, (form) =>
    put(form, 'request_uri', 'urn:ietf:params:oauth:request_uri:another'),
  ),
  inForm(
    'vci.par.no_request_object',
    'Pushes a request object',
    { status: 400, error: 'request_not_supported' },
    (form) => put(form, 'request', 'eyJhbGciOiJub25lIn0.e30.'),
  ),
  inForm(
    'vci.request_object.sent',
    'Pushes plain parameters where request objects are taken',
    'accepted',
    (form) => {
      const request = form.find(([name]) => name === 'request')?.[1] ?? ''
      const { iss: _iss, aud: _aud, iat: _iat, exp: _exp, ...claims } = readJws(request)?.claims ?? {}
      drop(form, 'request')
      for (const [name, value] of Object.entries(claims)) put(form, name, String(value))
    },
    { needs: takesObjects },
  ),
  inForm(
    'vci.request_object.compact',
    'Pushes a request object in the JSON serialization',
    invalidObject,
    (form) => {
      const [header, payload, signature] = form.find(([name]) => name === 'request')?.[1].split('.') ?? []
      put(form, 'request', JSON.stringify({ protected: header, payload, signature }))
    },
    { needs: takesObjects, alsoFails: parametersInside },
  ),
  inForm(
    'vci.request_object.jws',
    'Pushes a request object without a signature',
    invalidObject,
    (form) => {
      const [, payload = ''] = form.find(([name]) => name === 'request')?.[1].split('.') ?? []
      put(form, 'request', `eyJhbGciOiJub25lIn0.${payload}.`)
    },
    { needs: takesObjects },
  ),
  inForm(
    'vci.par.response_type_code',
    'Asks for a token beside the code',
    { status: 400, error: 'unsupported_response_type' },
    (form) => put(form, 'response_type', 'code id_token'),
  ),
  inForm('vci.par.client_id_present', 'Pushes a request without a client_id', invalidRequest, (form) =>
    drop(form, 'client_id'),
  ),
  inForm(
    'vci.par.client_id_is_attestation_sub',
    'Names another client than its attestation does',
    { status: 400, error: 'invalid_client' },
    (form) => put(form, 'client_id', 'another-wallet'),
    { alsoFails: ['vci.wallet_attestation.sub'], decidedBy: 'vci.wallet_attestation.sub' },
  ),
  inForm('vci.par.redirect_uri_present', 'Pushes a request without a redirect_uri', invalidRequest, (form) =>
    drop(form, 'redirect_uri'),
  ),
  inForm('vci.par.redirect_uri_valid', 'Wants to be returned to by a script', invalidRequest, (form) =>
    put(form, 'redirect_uri', 'javascript:alert(1)'),
  ),
  inForm('vci.par.redirect_uri_valid~fragment', 'Puts a fragment into the redirect_uri', invalidRequest, (form) =>
    put(form, 'redirect_uri', 'https://wallet.example/cb#fragment'),
  ),
  {
    id: 'vci.par.redirect_uri_claimed_https',
    title: 'Returns to a private-use scheme',
    expect: 'accepted',
    needs: { ...needs, profile: { redirectUri: 'com.example.wallet://authorization' } },
    byProfile: 'par',
  },
  {
    id: 'vci.par.redirect_uri_scheme_of_domain',
    title: 'Returns to a private-use scheme that is not a domain name',
    expect: 'accepted',
    alsoFails: ['vci.par.redirect_uri_claimed_https'],
    needs: { ...needs, profile: { redirectUri: 'wallet://authorization' } },
    byProfile: 'par',
  },
  inForm('vci.par.scope_present', 'Pushes a request without a scope', invalidScope, (form) => drop(form, 'scope')),
  inForm('vci.par.scope_from_metadata', 'Asks for a scope that the issuer does not have', invalidScope, (form) =>
    put(form, 'scope', 'something-else'),
  ),
  inForm(
    'vci.par.scope_from_metadata~id',
    'Asks for the id of the credential configuration where its scope is another',
    invalidScope,
    (form, { facts }) => put(form, 'scope', String(facts.configurationId)),
    {
      needs: { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { scope_names: 'other' } } },
    },
  ),
  inForm('vci.par.scope_minimal', 'Asks for openid beside the offered scope', 'accepted', (form) =>
    put(form, 'scope', `openid ${form.find(([name]) => name === 'scope')?.[1] ?? ''}`),
  ),
  inForm(
    'vci.par.authorization_details_not_used',
    'Sends authorization_details that the metadata does not announce',
    'accepted',
    (form, { facts }) => putDetails(form, facts.configurationId),
  ),
  inForm(
    'vci.par.scope_present~details',
    'Names the credential in authorization_details alone, which the metadata does not announce',
    invalidScope,
    (form, { facts }) => {
      drop(form, 'scope')
      putDetails(form, facts.configurationId)
    },
    { alsoFails: ['vci.par.authorization_details_not_used'] },
  ),
  inForm(
    'vci.par.authorization_details_wellformed',
    'Sends authorization_details that are not an array',
    'accepted',
    (form) => put(form, 'authorization_details', '{"type":"openid_credential"}'),
    { alsoFails: ['vci.par.authorization_details_not_used'] },
  ),
  inForm(
    'vci.par.issuer_state_returned',
    'Does not give the issuer_state back',
    'accepted',
    (form) => drop(form, 'issuer_state'),
    // The service identifies the session by the client that fetched its offer.
    { needs: { offerMode: 'credential_offer_uri' } },
  ),
  inForm(
    'vci.par.issuer_state_returned~wrong',
    'Gives another issuer_state back',
    invalidRequest,
    (form, { random }) => put(form, 'issuer_state', randomText({ random }, 32)),
    { outsideSession: true },
  ),
  inForm('vci.par.state_present', 'Pushes a request without a state', 'accepted', (form) => drop(form, 'state'), {
    ends: 'stopped_by_wallet',
  }),
  inForm('vci.par.state_quality', 'Pushes a state that can be guessed', 'accepted', (form) => put(form, 'state', '1'), {
    ends: 'stopped_by_wallet',
  }),
  inForm('vci.par.unknown_params', 'Pushes an unknown parameter', 'accepted', (form) => put(form, 'colour', 'green')),
  inForm('vci.par.resource_absent', 'Names a resource', 'accepted', (form) =>
    put(form, 'resource', 'https://example.com'),
  ),
  inForm('vci.par.no_secret_leak', 'Pushes the code verifier', 'accepted', (form, { random }) =>
    put(form, 'code_verifier', randomText({ random }, 32)),
  ),
  {
    id: 'vci.par.not_repeated',
    title: 'Pushes the accepted request again',
    expect: 'accepted',
    alsoFails: ['vci.pkce.challenge_fresh'],
    needs,
    repeat: { step: 'par', after: 'accepted' },
  },
  {
    id: 'vci.par.dpop_present',
    title: 'Pushes a request without a DPoP proof',
    expect: { status: 400, error: 'invalid_dpop_proof' },
    needs,
    patchRequest: { at: 'par', change: ({ headers }) => removeHeader(headers, 'DPoP') },
  },
  inForm(
    'vci.par.dpop_jkt_matches',
    'Names another key in dpop_jkt than it proves',
    { status: 400, error: 'invalid_dpop_proof' },
    (form, { newKey }) => put(form, 'dpop_jkt', newKey().thumbprint),
  ),
  inForm('vci.pkce.challenge_present', 'Pushes a request without a PKCE challenge', invalidRequest, (form) =>
    drop(form, 'code_challenge'),
  ),
  inForm('vci.pkce.code_challenge_s256', 'Pushes a PKCE challenge by the plain method', invalidRequest, (form) =>
    put(form, 'code_challenge_method', 'plain'),
  ),
  inForm('vci.pkce.challenge_wellformed', 'Pushes a PKCE challenge that is too short', invalidRequest, (form) =>
    put(form, 'code_challenge', form.find(([name]) => name === 'code_challenge')?.[1].slice(1) ?? ''),
  ),
  {
    id: 'vci.pkce.challenge_fresh',
    title: 'Uses a PKCE challenge twice',
    expect: 'accepted',
    alsoFails: ['vci.par.not_repeated'],
    needs,
    repeat: { step: 'par', after: 'accepted' },
  },
  {
    id: 'vci.dpop.htu~par',
    title: 'Names another address in the DPoP proof of the pushed request',
    expect: { status: 400, error: 'invalid_dpop_proof' },
    needs,
    patchDpop: {
      at: 'par',
      change: ({ claims }) => {
        claims.htu = 'https://example.com/par'
      },
    },
  },
]

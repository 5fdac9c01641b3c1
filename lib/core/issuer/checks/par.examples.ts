import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import { session } from '../../engine/evidence/fixtures/sessions'
import { readForm } from '../../shared/http/read-form'
import type { OneTimeValue } from '../../shared/ports/store-types'
import { issuerConfiguration } from '../configurations'
import { type DpopProof, type DpopReading, noDpopHistory } from '../read/oauth/dpop/dpop-reading'
import type { PushedRequestReading } from '../read/oauth/pushed-request'
import { readRedirectUri } from '../read/oauth/redirect-uri'
import { readRequestObject } from '../read/oauth/request-object'
import { anonymous } from './fixtures/client'
import { now, post } from './fixtures/exchange'

const urlencoded = 'application/x-www-form-urlencoded'
const issuer = issuerConfiguration('eu-pid-device-bound')
if (issuer === null) throw new Error('The issuer configuration is gone.')
const offered = issuer.credentialConfigurations[0]?.id ?? ''

const withoutGrants = session({
  flow: 'authorization_code',
  options: { scheme: 'x://', dpop_nonce: 'offered', fault: 'offer_no_grants' },
})

const proof: DpopProof = {
  header: { typ: 'dpop+jwt', alg: 'ES256' },
  claims: {},
  jwk: { present: true, usable: true, kty: 'EC', crv: 'P-256', privateMembers: [] },
  thumbprint: 'key-one',
  signature: 'valid',
  htu: 'exact',
  jtiDigest: 'digest',
  jtiSeen: false,
  nonce: { state: 'absent' },
  keyDigest: 'digest',
  keyFirstSession: null,
}
const dpop: DpopReading = {
  role: 'as',
  policy: 'offered',
  demanded: true,
  method: 'POST',
  endpointUrl: 'https://issuer.example/issuers/eu-pid-device-bound/par',
  algorithms: ['ES256'],
  now,
  headerCount: 1,
  proof,
  unreadable: null,
  authorizationScheme: null,
  accessTokenHash: null,
  boundThumbprint: null,
  sessionId: null,
  history: noDpopHistory,
  holderThumbprints: null,
}
const issuerState: OneTimeValue = {
  kind: 'issuer_state',
  digest: 'digest',
  issuerId: issuer.id,
  sessionId: session().sessionId,
  exchangeId: null,
  parent: null,
  expiresAt: now,
  consumedAt: null,
  revokedAt: null,
  data: {},
}
const redirect = (value: string, registered: boolean | null = null): PushedRequestReading => ({
  ...good,
  redirectUri: { ...readRedirectUri(value), value, registered },
})
const good: PushedRequestReading = {
  now,
  issuer,
  form: readForm(post('response_type=code&client_id=wallet', urlencoded)),
  sent: readForm(post('response_type=code&client_id=wallet', urlencoded)),
  requestObject: { taken: false, value: null, read: null },
  client: anonymous,
  clientRegistered: false,
  dpop,
  redirectUri: {
    ...readRedirectUri('https://wallet.example/cb'),
    value: 'https://wallet.example/cb',
    registered: null,
  },
  readsDetails: false,
  details: null,
  scope: {
    published: true,
    values: [offered],
    offered,
    offeredConfiguration: offered,
    known: [offered],
    granted: offered,
  },
  resource: null,
  pkce: { challenge: 'a'.repeat(43), method: 'S256', digest: 'digest', seen: false },
  issuerState: { state: 'alive', value: issuerState },
  state: { value: 'bG9uZyByYW5kb20gdGV4dA_x', digest: 'digest', seenElsewhere: false },
  session: session({ flow: 'authorization_code' }),
  correlation: 'exact',
  mayBelong: [],
  acceptedBefore: 0,
}

const sent = (body: string, contentType: string | null = urlencoded, rest: { query?: string } = {}) => ({
  ...good,
  form: readForm(post(body, contentType, rest)),
})
const and = (more: string) => sent(`response_type=code&client_id=wallet&${more}`)
const object = (value: string | null): PushedRequestReading => {
  const body = value === null ? 'client_id=wallet' : `client_id=wallet&request=${encodeURIComponent(value)}`
  const form = readForm(post(body, urlencoded))
  return { ...good, sent: form, ...readRequestObject(form, { request_object: 'accepted' }) }
}
const signed = 'eyJhbGciOiJFUzI1NiJ9.eyJyZXNwb25zZV90eXBlIjoiY29kZSJ9.c2ln'
const scope = (change: Partial<PushedRequestReading['scope']>) => ({ ...good, scope: { ...good.scope, ...change } })
const pkce = (change: Partial<PushedRequestReading['pkce']>) => ({ ...good, pkce: { ...good.pkce, ...change } })
const state = (value: string | null, seenElsewhere = false) => ({
  ...good,
  state: { value, digest: null, seenElsewhere },
})
const noRedirect: PushedRequestReading = { ...good, redirectUri: null }
const details = (value: unknown) => and(`authorization_details=${encodeURIComponent(JSON.stringify(value))}`)
const detail = { type: 'openid_credential', credential_configuration_id: offered }
const withoutProof: PushedRequestReading = { ...good, dpop: { ...dpop, headerCount: 0, proof: null } }
const many = Array.from({ length: 300 }, (_one, index) => `p${index}=1`).join('&')

export const parExamples: ExamplesById<PushedRequestReading> = {
  'vci.par.content_type': {
    pass: [good, sent('a=b', `${urlencoded}; charset=utf-8`)],
    violated: [
      sent('{}', 'application/json'),
      sent('a=b', 'multipart/form-data'),
      sent('a=b', null),
      sent('{"response_type":"code"}'),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.par.no_duplicate_params': {
    pass: [good, and('resource=a&resource=b')],
    violated: [and('scope=a&scope=b'), and('resource=a&resource=b&scope=a&scope=b'), and(many)],
    notApplicable: alwaysJudged,
  },
  'vci.par.params_in_body': {
    pass: [good],
    violated: [sent('a=b', urlencoded, { query: 'scope=x' }), sent('', urlencoded, { query: 'response_type=code' })],
    notApplicable: alwaysJudged,
  },
  'vci.par.no_request_uri': { pass: [good], violated: [and('request_uri=urn:x')], notApplicable: alwaysJudged },
  'vci.par.no_request_object': { pass: [good], violated: [and('request=a.b.c')], notApplicable: alwaysJudged },
  'vci.request_object.sent': { pass: [object(signed)], violated: [object(null)], notApplicable: [good] },
  'vci.request_object.compact': {
    pass: [object(signed), object('a.b.')],
    violated: [object('{"payload":"e30"}'), object('a.b'), object('a.b.c~')],
    notApplicable: [good, object(null)],
  },
  'vci.request_object.jws': {
    pass: [object(signed)],
    violated: [object('eyJhbGciOiJub25lIn0.e30.'), object('e30.e30.c2ln'), object('eyJhbGciOiJFUzI1NiJ9.W10.c2ln')],
    notApplicable: [good, object(null)],
  },
  'vci.par.response_type_code': {
    pass: [good],
    violated: [sent('client_id=wallet'), sent('response_type=code%20id_token&client_id=wallet')],
    notApplicable: alwaysJudged,
  },
  'vci.par.client_id_present': {
    pass: [good],
    violated: [
      sent('response_type=code'),
      sent(`response_type=code&client_id=${'w'.repeat(2049)}`),
      { ...sent('response_type=code'), client: { ...anonymous, clientId: null, claimedClientId: null } },
    ],
    notApplicable: alwaysJudged,
  },
  'vci.par.redirect_uri_present': { pass: [good], violated: [noRedirect], notApplicable: alwaysJudged },
  'vci.par.redirect_uri_valid': {
    pass: [
      good,
      redirect('eu.europa.ec.euidi://authorization'),
      redirect('http://127.0.0.1:4000/cb'),
      redirect('http://[::1]/cb'),
      redirect('https://wallet.example/cb?a=b', true),
    ],
    violated: [
      redirect('/cb'),
      redirect('https://wallet.example/cb#x'),
      redirect('javascript:alert(1)'),
      redirect('ms-msdt:/id'),
      redirect('data:text/html,x'),
      redirect('http://evil.example/cb'),
      redirect('https:wallet.example'),
      redirect('https://wallet.example/\r\nSet-Cookie:a=b'),
      redirect(`https://wallet.example/${'a'.repeat(2100)}`),
      redirect('https://wallet.example/other', false),
      redirect('https%3A%2F%2Fwallet.example%2Fcb'),
    ],
    notApplicable: [noRedirect],
  },
  'vci.par.redirect_uri_scheme_of_domain': {
    pass: [redirect('com.example.wallet:/cb'), redirect('eu.europa.ec.euidi://authorization')],
    violated: [redirect('wallet://cb'), redirect('haip-vci://com.example/cb')],
    notApplicable: [noRedirect, good, redirect('/cb'), redirect('http://127.0.0.1/cb')],
  },
  'vci.par.redirect_uri_claimed_https': {
    pass: [good],
    violated: [redirect('com.example.wallet:/cb')],
    notApplicable: [noRedirect, redirect('/cb'), redirect('http://127.0.0.1/cb')],
  },
  'vci.par.scope_present': {
    pass: [good],
    violated: [
      scope({ values: null, granted: null }),
      scope({ published: false, values: null, granted: null }),
      { ...details([detail]), scope: { ...good.scope, values: null, granted: null } },
    ],
    notApplicable: alwaysJudged,
  },
  'vci.par.scope_from_metadata': {
    pass: [good, scope({ values: ['foo', offered] })],
    violated: [
      scope({ values: ['foo'], granted: null }),
      scope({ values: ['bar'], known: ['bar'], granted: null }),
      scope({ values: [], offered: null, granted: null }),
      scope({ published: false, granted: null }),
      scope({ offered: `scope.${offered}`, known: [], granted: null }),
    ],
    notApplicable: [scope({ values: null, granted: null })],
  },
  'vci.par.scope_minimal': {
    pass: [good],
    violated: [scope({ values: ['openid', offered] })],
    notApplicable: [scope({ values: null, granted: null }), scope({ values: ['foo'], granted: null })],
  },
  'vci.par.authorization_details_not_used': {
    pass: [good],
    violated: [details([detail])],
    notApplicable: alwaysJudged,
  },
  'vci.par.authorization_details_wellformed': {
    pass: [details([detail]), details([{ ...detail, claims: [{ path: ['address', null, 0] }] }])],
    violated: [
      and('authorization_details=x'),
      details({}),
      details([]),
      details(['x']),
      details([{ ...detail, type: 'other' }]),
      details([{ ...detail, credential_configuration_id: 'other' }]),
      details([detail, detail]),
      details([{ ...detail, credential_identifiers: ['x'] }]),
      details([{ ...detail, claims: [{ path: [] }] }]),
      details([{ ...detail, claims: [{ path: ['a', null] }, { path: ['a', 0] }] }]),
    ],
    notApplicable: [good],
  },
  'vci.par.issuer_state_returned': {
    pass: [good],
    violated: [
      { ...good, issuerState: { state: 'absent' } },
      { ...good, issuerState: { state: 'unknown' } },
      { ...good, issuerState: { state: 'expired', value: issuerState } },
      { ...good, issuerState: { state: 'other_issuer', value: issuerState } },
    ],
    notApplicable: [
      { ...good, issuerState: { state: 'absent' }, session: null },
      { ...good, issuerState: { state: 'absent' }, session: session({ origin: 'wallet_initiated' }) },
      { ...good, issuerState: { state: 'absent' }, session: withoutGrants },
    ],
  },
  'vci.par.state_present': { pass: [good], violated: [state(null)], notApplicable: alwaysJudged },
  'vci.par.state_quality': {
    pass: [good],
    violated: [
      state('short'),
      state('a'.repeat(40)),
      state(`${good.state.value} with space`),
      state('ab3$'.repeat(40)),
      state('0123456789abcdef'.repeat(9)),
      state('0123456789abcdef'.repeat(129)),
      state(good.state.value, true),
    ],
    notApplicable: [state(null)],
  },
  'vci.par.unknown_params': { pass: [good], violated: [and('redirecturi=x')], notApplicable: alwaysJudged },
  'vci.par.resource_absent': {
    pass: [good, { ...good, resource: 'https://issuer.example/lab/x' }, { ...and('resource=x'), resource: 'x' }],
    violated: [
      and('resource=x'),
      { ...and('resource=y'), resource: 'x' },
      { ...and('resource='), resource: 'x' },
      { ...and('resource=x&resource=y'), resource: 'x' },
    ],
    notApplicable: alwaysJudged,
  },
  'vci.par.no_secret_leak': {
    pass: [good],
    violated: [and('code_verifier=x'), and('client_secret=x')],
    notApplicable: alwaysJudged,
  },
  'vci.par.not_repeated': {
    pass: [good],
    violated: [{ ...good, acceptedBefore: 1 }],
    notApplicable: [{ ...good, session: null }],
  },
  'vci.par.dpop_present': {
    pass: [good],
    violated: [
      withoutProof,
      { ...withoutProof, form: and('dpop_jkt=key-one').form },
      { ...withoutProof, dpop: { ...withoutProof.dpop, demanded: false } },
      { ...withoutProof, dpop: { ...withoutProof.dpop, inBody: 'dpop' } },
    ],
    notApplicable: alwaysJudged,
  },
  'vci.par.dpop_jkt_matches': {
    pass: [and('dpop_jkt=key-one')],
    violated: [and('dpop_jkt=key-two')],
    notApplicable: [good, { ...withoutProof, form: and('dpop_jkt=key-one').form }],
  },
  'vci.pkce.challenge_present': { pass: [good], violated: [pkce({ challenge: null })], notApplicable: alwaysJudged },
  'vci.pkce.code_challenge_s256': {
    pass: [good],
    violated: [pkce({ method: 'plain' }), pkce({ method: null }), pkce({ method: 's256' })],
    notApplicable: alwaysJudged,
  },
  'vci.pkce.challenge_wellformed': {
    pass: [good],
    violated: [pkce({ challenge: 'a'.repeat(42) }), pkce({ challenge: `${'a'.repeat(43)}=` })],
    notApplicable: [pkce({ challenge: null })],
  },
  'vci.pkce.challenge_fresh': {
    pass: [good],
    violated: [pkce({ seen: true })],
    notApplicable: [pkce({ challenge: null })],
  },
}

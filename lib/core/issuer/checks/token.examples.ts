import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import { session } from '../../engine/evidence/fixtures/sessions'
import { readForm } from '../../shared/http/read-form'
import type { OneTimeValue } from '../../shared/ports/store-types'
import { type DpopReading, noDpopHistory } from '../read/oauth/dpop/dpop-reading'
import type { AuthorizationReading, CodeReading, TokenReading, TxCodeReading } from '../read/token/token-reading'
import { anonymous } from './fixtures/client'
import { now, post } from './fixtures/exchange'

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const form = 'application/x-www-form-urlencoded'

const noProof: DpopReading = {
  role: 'as',
  policy: 'offered',
  demanded: true,
  method: 'POST',
  endpointUrl: 'https://issuer.example/issuers/eu-pid-device-bound/token',
  algorithms: ['ES256'],
  now,
  headerCount: 0,
  proof: null,
  unreadable: null,
  authorizationScheme: null,
  accessTokenHash: null,
  boundThumbprint: null,
  sessionId: null,
  history: noDpopHistory,
  holderThumbprints: null,
}

const code: OneTimeValue = {
  kind: 'pre_authorized_code',
  digest: 'digest',
  issuerId: 'eu-pid-device-bound',
  sessionId: session().sessionId,
  exchangeId: null,
  parent: null,
  expiresAt: now,
  consumedAt: null,
  revokedAt: null,
  data: {},
}

export const goodTokenReading: TokenReading = {
  now,
  issuerId: 'eu-pid-device-bound',
  form: readForm(post(`grant_type=${preAuthorized}&pre-authorized_code=x`, form)),
  grant: 'pre_authorized_code',
  clientId: null,
  dpop: noProof,
  code: { state: 'alive', value: code },
  session: session(),
  client: { ...anonymous, endpoint: 'token', clientId: null, claimedClientId: null },
  authorization: null,
  readsDetails: false,
  details: null,
  txCode: {
    offered: null,
    sent: false,
    correct: null,
    fits: null,
    length: 0,
    digits: false,
    differs: null,
    wrongBefore: 0,
  },
  refresh: null,
}

const good = goodTokenReading

/** A pre-authorized token request with this form body. */
const sent = (body: string, contentType: string | null = form, rest: { query?: string } = {}): TokenReading => ({
  ...good,
  form: readForm(post(body, contentType, rest)),
})
const and = (more: string): TokenReading => sent(`grant_type=${preAuthorized}&pre-authorized_code=x&${more}`)
const grant = (name: TokenReading['grant'], value: string): TokenReading => ({
  ...sent(value === '' ? 'a=b' : `grant_type=${value}`),
  grant: name,
})
const codeFlow: TokenReading = {
  ...sent('grant_type=authorization_code&code=x'),
  grant: 'authorization_code',
  session: session({ flow: 'authorization_code' }),
  authorization: {
    facts: {
      clientId: 'wallet',
      method: 'none',
      popDigest: null,
      redirectUriDigest: 'digest',
      codeChallenge: 'the-challenge',
      scope: 'pid',
      requestedScope: 'pid',
      jkt: null,
      client: 'client',
      clientKnown: true,
      server: null,
      details: false,
    },
    redirectUri: 'same',
    codeVerifier: 'v'.repeat(43),
    challengeOfVerifier: 'the-challenge',
    verifierMatches: true,
  },
}
const authorized = (change: Partial<AuthorizationReading>, rest: Partial<TokenReading> = {}): TokenReading => ({
  ...codeFlow,
  form: readForm(post('grant_type=authorization_code&code=x&redirect_uri=https://wallet.example/cb', form)),
  ...rest,
  authorization: codeFlow.authorization && { ...codeFlow.authorization, ...change },
})
const txCode = (
  change: Partial<TxCodeReading>,
  body = 'tx_code=1234',
  rest: Partial<TokenReading> = {},
): TokenReading => ({
  ...and(body),
  ...rest,
  txCode: {
    offered: { length: 4 },
    sent: true,
    correct: true,
    fits: true,
    length: 4,
    digits: true,
    differs: change.correct === false ? 'characters' : null,
    wrongBefore: 0,
    ...change,
  },
})
const withCode = (reading: TokenReading, reading2: CodeReading): TokenReading => ({ ...reading, code: reading2 })
const state = (name: 'expired' | 'used' | 'dead' | 'other_issuer') => ({ state: name, value: code }) as const
const notUtf8 = new Uint8Array([0x61, 0x3d, 0xff, 0xfe])
const many = Array.from({ length: 300 }, (_one, index) => `p${index}=1`).join('&')

export const tokenExamples: ExamplesById<TokenReading> = {
  'vci.token.content_type': {
    pass: [good, sent('a=b', `${form}; charset=utf-8`), sent('a=b', 'Application/X-WWW-Form-Urlencoded')],
    violated: [
      sent('{}', 'application/json'),
      sent('a=b', 'text/plain'),
      sent('a=b', null),
      sent('{"grant_type":"authorization_code"}', form),
      { ...good, form: readForm(post(notUtf8, form)) },
    ],
    notApplicable: alwaysJudged,
  },
  'vci.token.no_duplicate_params': {
    pass: [good, and('resource=a&resource=b')],
    violated: [and('pre-authorized_code=x'), and('a=1&a=2'), and(many)],
    notApplicable: alwaysJudged,
  },
  'vci.token.params_in_body': {
    pass: [good],
    violated: [sent('a=b', form, { query: 'scope=x' }), sent('', form, { query: 'grant_type=x&code=y' })],
    notApplicable: alwaysJudged,
  },
  'vci.token.refresh_not_attempted': {
    pass: [good, codeFlow, grant('other', 'password')],
    violated: [grant('other', 'refresh_token')],
    notApplicable: alwaysJudged,
  },
  'vci.token.grant_type': {
    pass: [good, codeFlow],
    violated: [
      grant('absent', ''),
      grant('other', 'password'),
      grant('other', 'refresh_token'),
      grant('other', 'pre-authorized_code'),
      grant('other', encodeURIComponent(encodeURIComponent(preAuthorized))),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.token.tx_code_not_expected': {
    pass: [good],
    violated: [and('tx_code=1234')],
    notApplicable: [codeFlow, grant('other', 'password'), txCode({})],
  },
  'vci.token.preauth_code_valid': {
    pass: [good, withCode(good, state('used'))],
    violated: [
      withCode(good, { state: 'absent' }),
      withCode(good, { state: 'unknown' }),
      withCode(good, state('expired')),
      withCode(good, state('dead')),
      withCode(good, { state: 'other_issuer', value: { ...code, issuerId: 'eu-pid-jwt-proof-only' } }),
    ],
    notApplicable: [codeFlow, grant('absent', '')],
  },
  'vci.token.preauth_code_once': {
    pass: [good],
    violated: [
      withCode(good, state('used')),
      withCode(good, { ...state('used'), tokenLost: true }),
      withCode(good, { ...state('used'), ofTwoWallets: true }),
    ],
    notApplicable: [codeFlow, grant('other', 'password')],
  },
  'vci.token.code_valid': {
    pass: [codeFlow, withCode(codeFlow, state('used'))],
    violated: [
      withCode(codeFlow, state('dead')),
      withCode(codeFlow, { state: 'absent' }),
      withCode(codeFlow, { state: 'unknown' }),
      withCode(codeFlow, { state: 'other_issuer', value: { ...code, issuerId: 'eu-pid-jwt-proof-only' } }),
      withCode(codeFlow, state('expired')),
    ],
    notApplicable: [good, grant('other', 'password')],
  },
  'vci.token.code_once': {
    pass: [codeFlow],
    violated: [withCode(codeFlow, state('used')), withCode(codeFlow, { ...state('used'), tokenLost: true })],
    notApplicable: [good],
  },
  'vci.token.redirect_uri_matches': {
    pass: [authorized({})],
    violated: [authorized({ redirectUri: 'different' }), codeFlow],
    notApplicable: [good, withCode(authorized({}), state('used')), { ...authorized({}), authorization: null }],
  },
  'vci.token.client_id_matches': {
    pass: [authorized({}, { clientId: 'wallet' })],
    violated: [
      authorized({}, { clientId: 'another' }),
      authorized({}, { clientId: 'another', client: { ...anonymous, methods: ['private_key_jwt'] } }),
    ],
    notApplicable: [good, authorized({}), withCode(authorized({}, { clientId: 'another' }), state('used'))],
  },
  'vci.token.client_id_sent_public': {
    pass: [authorized({}, { clientId: 'wallet' })],
    violated: [codeFlow],
    notApplicable: [good, authorized({}, { client: { ...anonymous, methods: ['attest_jwt_client_auth'] } })],
  },
  'vci.pkce.verifier_present': {
    pass: [codeFlow],
    violated: [authorized({ codeVerifier: null, verifierMatches: false })],
    notApplicable: [good, withCode(codeFlow, state('used'))],
  },
  'vci.pkce.verifier_wellformed': {
    pass: [codeFlow],
    violated: [authorized({ codeVerifier: 'v'.repeat(42) }), authorized({ codeVerifier: `${'v'.repeat(43)}!` })],
    notApplicable: [good, authorized({ codeVerifier: null })],
  },
  'vci.pkce.verifier_matches': {
    pass: [codeFlow],
    violated: [
      authorized({ challengeOfVerifier: 'another-challenge', verifierMatches: false }),
      authorized({ codeVerifier: 'the-challenge', verifierMatches: false }),
    ],
    notApplicable: [good, authorized({ codeVerifier: null })],
  },
  'vci.token.tx_code_sent': {
    pass: [txCode({})],
    violated: [
      txCode({ sent: false, correct: null, fits: null }, 'a=b'),
      txCode({ correct: null, fits: null }, 'tx_code='),
    ],
    notApplicable: [good, codeFlow],
  },
  'vci.token.tx_code_correct': {
    pass: [txCode({})],
    violated: [0, 3, 4].map((wrongBefore) => txCode({ correct: false, wrongBefore })),
    notApplicable: [
      good,
      codeFlow,
      txCode({ correct: null }),
      txCode({ correct: false }, 'tx_code=1', { code: state('expired') }),
    ],
  },
  'vci.token.tx_code_shape': {
    pass: [txCode({})],
    violated: [txCode({ fits: false, length: 12 })],
    notApplicable: [good, codeFlow, txCode({ fits: null })],
  },
  'vci.token.no_client_id_anonymous': {
    pass: [good],
    violated: [{ ...good, clientId: 'some-wallet' }],
    notApplicable: [codeFlow, { ...codeFlow, clientId: 'some-wallet' }],
  },
  'vci.token.authorization_details_not_used': {
    pass: [good],
    violated: [and('authorization_details=[]')],
    notApplicable: [{ ...and('authorization_details=[]'), readsDetails: true }],
  },
  'vci.token.no_foreign_params': {
    pass: [good, codeFlow, and('anything=else')],
    violated: [
      and('code=x'),
      and('redirect_uri=https://wallet.example'),
      { ...codeFlow, form: sent('grant_type=authorization_code&code=x&tx_code=1').form },
    ],
    notApplicable: [grant('other', 'password'), grant('absent', '')],
  },
  'vci.pkce.verifier_absent_preauth': {
    pass: [good],
    violated: [and('code_verifier=x')],
    notApplicable: [codeFlow],
  },
  'vci.offer.grant_respected': {
    pass: [good, codeFlow],
    violated: [
      { ...codeFlow, session: session() },
      { ...good, session: session({ flow: 'authorization_code' }) },
    ],
    notApplicable: [{ ...good, session: null }],
  },
}

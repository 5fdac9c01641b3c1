import { headerValue, setHeader } from '../../http/wire'
import { readJws } from '../../jose/jws'
import { stringMember } from '../../json'
import { need, randomText } from '../../run'
import { drop, type Form, put, putDetails } from '../misbehaviour'
import { inFormOf, type Misbehaviour, type PatchContext } from './misbehaviour'

type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'expect' | 'patchForm'>>

/** A misbehaviour in the form of the token request, in either flow. */
const inTokenForm = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (form: Form, context: PatchContext) => void,
  extra: Extra = {},
): Misbehaviour => ({ id, title, expect, ...extra, patchForm: { at: 'token', change } })

/** A misbehaviour in the form of the token request of the authorization code flow. */
const inCodeForm = inFormOf('token')

const invalidRequest = { status: 400, error: 'invalid_request' }

const invalidGrant = { status: 400, error: 'invalid_grant' }

const unsupportedGrant = { status: 400, error: 'unsupported_grant_type' }

const withTxCode = { sessionOptions: { tx_code: true } }

/** Rules for the token request of the pre-authorized code flow. OID4VCI-1FINAL-6.1 */
export const tokenMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.token.method_post',
    title: 'Sends the token request as PUT',
    expect: { status: 405 },
    patchTarget: {
      at: 'token',
      change: (target) => {
        target.method = 'PUT'
      },
    },
  },
  {
    id: 'vci.token.content_type',
    title: 'Sends the token request as JSON',
    expect: invalidRequest,
    patchRequest: {
      at: 'token',
      change: (request) => {
        request.body = JSON.stringify(Object.fromEntries(new URLSearchParams(request.body ?? '')))
        setHeader(request.headers, 'Content-Type', 'application/json')
      },
    },
  },
  inTokenForm(
    'vci.token.no_duplicate_params',
    'Sends a parameter of the token request twice',
    invalidRequest,
    (form) => {
      form.push(...form.filter(([name]) => name === 'pre-authorized_code'))
    },
  ),
  inTokenForm(
    'vci.token.authorization_details_not_used',
    'Sends authorization_details in the token request that the metadata does not announce',
    'accepted',
    (form, { facts }) => putDetails(form, facts.configurationId),
  ),
  {
    id: 'vci.token.params_in_body',
    title: 'Sends a parameter of the token request in the query',
    expect: 'accepted',
    patchRequest: {
      at: 'token',
      change: (request) => {
        request.url += '?scope=anything'
      },
    },
  },
  inTokenForm('vci.token.grant_type', 'Uses a grant type that the issuer does not have', unsupportedGrant, (form) =>
    put(form, 'grant_type', 'password'),
  ),
  inTokenForm('vci.token.grant_type~absent', 'Names no grant type', invalidRequest, (form) => drop(form, 'grant_type')),
  inTokenForm(
    'vci.token.no_client_id_anonymous',
    'Sends an unsolicited client_id',
    'accepted',
    (form) => put(form, 'client_id', 'some-wallet'),
    { alsoFails: ['vci.client_auth.present'], needs: { profile: { clientAuthentication: 'none' } } },
  ),
  inTokenForm(
    'vci.token.preauth_code_valid',
    'Redeems a code that the issuer never gave',
    invalidGrant,
    (form, { random }) => put(form, 'pre-authorized_code', randomText({ random }, 32)),
    { outsideSession: true },
  ),
  {
    id: 'vci.token.preauth_code_once',
    title: 'Redeems the pre-authorized code twice',
    expect: invalidGrant,
    ends: 'refused_by_issuer',
    alsoFails: ['vci.credential.token_valid'],
    repeat: { step: 'token', after: 'accepted' },
  },
  inTokenForm(
    'vci.token.tx_code_sent',
    'Leaves out the transaction code',
    invalidRequest,
    (form) => drop(form, 'tx_code'),
    {
      needs: withTxCode,
    },
  ),
  inTokenForm(
    'vci.token.tx_code_correct',
    'Sends a wrong transaction code of the right shape',
    invalidGrant,
    (form) => {
      const right = form.find(([name]) => name === 'tx_code')?.[1] ?? ''
      put(
        form,
        'tx_code',
        right.replace(/./g, (digit) => (digit === '9' ? '0' : '9')),
      )
    },
    { needs: withTxCode },
  ),
  inTokenForm(
    'vci.token.tx_code_shape',
    'Sends a transaction code of another shape than the offer says',
    invalidGrant,
    (form) => put(form, 'tx_code', 'not a number'),
    { needs: withTxCode, alsoFails: ['vci.token.tx_code_correct'], decidedBy: 'vci.token.tx_code_correct' },
  ),
  inTokenForm(
    'vci.token.tx_code_not_expected',
    'Sends a transaction code that the offer does not ask for',
    invalidRequest,
    (form) => put(form, 'tx_code', '123456'),
  ),
  inTokenForm('vci.token.no_foreign_params', 'Mixes parameters of the other grant in', 'accepted', (form) =>
    put(form, 'code', 'x'),
  ),
  inTokenForm(
    'vci.pkce.verifier_absent_preauth',
    'Sends a code verifier although there was no challenge',
    'accepted',
    (form, { random }) => put(form, 'code_verifier', randomText({ random }, 32)),
  ),
  {
    id: 'vci.token.refresh_not_attempted',
    title: 'Tries to refresh a token although it has no refresh token',
    expect: unsupportedGrant,
    ends: 'credential_stored',
    alsoFails: ['vci.token.grant_type', 'vci.client_auth.present'],
    probe: {
      when: 'after',
      at: 'token',
      request: ({ facts }) => ({
        step: 'token',
        method: 'POST',
        url: need(stringMember(facts.asMetadata, 'token_endpoint'), 'token endpoint'),
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'grant_type=refresh_token&refresh_token=none-was-issued',
        dpop: { role: 'as' },
      }),
    },
  },
]

const usesCode = { flow: 'authorization_code' } as const

const anonymous = { profile: { clientAuthentication: 'none' } } as const

/** Rules for the token request of the authorization code flow. RFC6749-4.1.3, RFC7636-4.5 */
export const tokenCodeMisbehaviours: Misbehaviour[] = [
  inCodeForm('vci.pkce.verifier_present', 'Redeems the code without the verifier', invalidGrant, (form) =>
    drop(form, 'code_verifier'),
  ),
  inCodeForm(
    'vci.pkce.verifier_wellformed',
    'Redeems the code with a verifier that is too short',
    invalidGrant,
    (form) => put(form, 'code_verifier', form.find(([name]) => name === 'code_verifier')?.[1].slice(1) ?? ''),
    { alsoFails: ['vci.pkce.verifier_matches'] },
  ),
  inCodeForm(
    'vci.pkce.verifier_matches',
    'Redeems the code with the verifier of another request',
    invalidGrant,
    (form, { random }) => put(form, 'code_verifier', randomText({ random }, 32)),
  ),
  inCodeForm(
    'vci.pkce.verifier_matches~challenge',
    'Redeems the code with the challenge in place of the verifier',
    invalidGrant,
    (form, { log }) =>
      put(
        form,
        'code_verifier',
        new URLSearchParams(log.findLast(({ step }) => step === 'par')?.body ?? '').get('code_challenge') ?? '',
      ),
  ),
  {
    id: 'vci.dpop.key_bound_to_code',
    title: 'Redeems the code with another DPoP key',
    expect: invalidGrant,
    needs: usesCode,
    patchDpop: {
      at: 'token',
      change: (draft, { newKey }) => {
        const key = newKey()
        Object.assign(draft, { key, header: { ...draft.header, jwk: key.publicJwk } })
      },
    },
  },
  inCodeForm(
    'vci.token.code_valid',
    'Redeems an authorization code that the issuer never gave',
    invalidGrant,
    (form, { random }) => put(form, 'code', randomText({ random }, 32)),
    { outsideSession: true },
  ),
  {
    id: 'vci.token.code_once',
    title: 'Redeems the authorization code twice',
    expect: invalidGrant,
    ends: 'refused_by_issuer',
    alsoFails: ['vci.credential.token_valid'],
    needs: usesCode,
    repeat: { step: 'token', after: 'accepted' },
  },
  inCodeForm('vci.token.redirect_uri_matches', 'Names another redirect_uri than it pushed', invalidGrant, (form) =>
    put(form, 'redirect_uri', 'https://wallet.example/another'),
  ),
  inCodeForm(
    'vci.token.redirect_uri_matches~absent',
    'Redeems the code without the redirect_uri',
    { status: 400, error: 'invalid_request' },
    (form) => drop(form, 'redirect_uri'),
  ),
  inCodeForm(
    'vci.token.client_id_matches',
    'Redeems the code as another client',
    invalidGrant,
    (form) => put(form, 'client_id', 'another-wallet'),
    {
      alsoFails: ['vci.client_auth.consistent', 'vci.client_auth.present', 'vci.flow.no_parallel_use'],
      decidedBy: 'vci.client_auth.consistent',
      needs: anonymous,
    },
  ),
  inCodeForm(
    'vci.token.client_id_sent_public',
    'Redeems the code without saying which client it is',
    'accepted',
    (form) => drop(form, 'client_id'),
    { alsoFails: ['vci.client_auth.present'], needs: anonymous },
  ),
  {
    id: 'vci.flow.issuer_isolation',
    title: 'Tries to redeem the code at the other issuer',
    expect: invalidGrant,
    ends: 'credential_stored',
    alsoFails: ['vci.token.code_valid', 'vci.client_auth.present'],
    decidedBy: 'vci.token.code_valid',
    needs: { ...usesCode, sessionOptions: { dpop_nonce: 'off' } },
    probe: {
      when: 'before',
      at: 'token',
      request: ({ facts, profile, random }) => ({
        step: 'token',
        method: 'POST',
        url: need(stringMember(facts.asMetadata, 'token_endpoint'), 'token endpoint').replace(
          'eu-pid-device-bound',
          'eu-pid-jwt-proof-only',
        ),
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: need(facts.code, 'code'),
          redirect_uri: profile.redirectUri,
          client_id: facts.clientId ?? '',
          code_verifier: randomText({ random }, 32),
        }).toString(),
        dpop: { role: 'as' },
      }),
    },
  },
  {
    id: 'vci.flow.key_per_credential',
    title: 'Asks for a second credential with the same key',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-jwt-proof-only' },
    repeat: { step: 'credential', after: 'accepted', freshNonce: true },
  },
]

const reissues = { reissue: true } as const

const refreshes = {
  issuer: 'eu-pid-jwt-proof-only',
  sessionOptions: { laboratory: { refresh: {} } },
  profile: reissues,
} as const

/** Refresh tokens by the DPoP key of the run that first got them. */
const firstTokens = new Map<string, string>()

/** Rules for refreshing an access token. RFC6749-6 */
export const refreshMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.refresh.token_known',
    title: 'Refreshes with a refresh token that the issuer never gave',
    expect: invalidGrant,
    needs: refreshes,
    patchForm: { at: 'refresh', change: (form) => put(form, 'refresh_token', 'an-invented-refresh-token') },
  },
  {
    id: 'vci.refresh.token_known~replaced',
    title: 'Refreshes a second time with the refresh token that was replaced',
    expect: invalidGrant,
    ends: 'refused_by_issuer',
    alsoFails: ['vci.credential.token_valid'],
    needs: { ...refreshes, sessionOptions: { laboratory: { refresh: { rotation: 'every' } } } },
    repeat: { step: 'refresh', after: 'accepted' },
    patchForm: {
      at: 'refresh',
      change: (form, { attempt, facts }) => {
        const { thumbprint } = facts.dpopKey
        if (attempt === 1) firstTokens.set(thumbprint, need(facts.refreshToken, 'refresh token'))
        else put(form, 'refresh_token', need(firstTokens.get(thumbprint), 'first refresh token'))
      },
    },
  },
  {
    id: 'vci.refresh.same_key',
    title: 'Refreshes without authentication, and with a new DPoP key',
    expect: invalidGrant,
    alsoFails: ['vci.client_auth.present'],
    needs: { ...refreshes, profile: { ...reissues, clientAuthentication: 'none' } },
    patchDpop: {
      at: 'refresh',
      change: (draft, { newKey }) => {
        const key = newKey()
        Object.assign(draft, { key, header: { ...draft.header, jwk: key.publicJwk } })
      },
    },
  },
  {
    id: 'vci.refresh.same_instance',
    title: 'Refreshes with the attestation of another instance',
    expect: invalidGrant,
    needs: refreshes,
    patchFacts: {
      at: 'refresh',
      change: (facts, { newKey }) => {
        facts.instanceKey = newKey()
      },
    },
  },
  {
    id: 'vci.refresh.challenge',
    title: 'Answers the challenge of its first token request when it refreshes',
    expect: { status: 400, error: 'use_attestation_challenge' },
    alsoFails: ['vci.wallet_attestation.challenge_repeated'],
    needs: { ...refreshes, sessionOptions: { laboratory: { refresh: {}, client_attestation: { challenge: true } } } },
    patchClientAttestationPop: {
      at: 'refresh',
      change: ({ claims }, { log }) => {
        const sent = log.findLast(({ step }) => step === 'token')
        const first = headerValue(sent?.headers ?? [], 'OAuth-Client-Attestation-PoP') ?? ''
        claims.challenge = need(readJws(first), 'first proof of possession').claims.challenge ?? null
      },
    },
  },
  {
    id: 'vci.refresh.scope',
    title: 'Asks for another scope when it refreshes',
    expect: { status: 400, error: 'invalid_scope' },
    needs: refreshes,
    patchForm: { at: 'refresh', change: (form) => put(form, 'scope', 'another-scope') },
  },
]

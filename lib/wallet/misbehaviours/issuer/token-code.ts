import { stringMember } from '../../json'
import { need, randomText } from '../../run'
import { drop, put } from '../form'
import { inFormOf } from './form'
import type { Misbehaviour } from './misbehaviour'

const invalidGrant = { status: 400, error: 'invalid_grant' }
const needs = { flow: 'authorization_code' } as const
const anonymous = { profile: { clientAuthentication: 'none' } } as const
const inForm = inFormOf('token')

/** Rules for the token request of the authorization code flow. RFC6749-4.1.3, RFC7636-4.5 */
export const tokenCodeMisbehaviours: Misbehaviour[] = [
  inForm('vci.pkce.verifier_present', 'Redeems the code without the verifier', invalidGrant, (form) =>
    drop(form, 'code_verifier'),
  ),
  inForm(
    'vci.pkce.verifier_wellformed',
    'Redeems the code with a verifier that is too short',
    invalidGrant,
    (form) => put(form, 'code_verifier', form.find(([name]) => name === 'code_verifier')?.[1].slice(1) ?? ''),
    { alsoFails: ['vci.pkce.verifier_matches'] },
  ),
  inForm(
    'vci.pkce.verifier_matches',
    'Redeems the code with the verifier of another request',
    invalidGrant,
    (form, { random }) => put(form, 'code_verifier', randomText({ random }, 32)),
  ),
  inForm(
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
    needs,
    patchDpop: {
      at: 'token',
      change: (draft, { newKey }) => {
        const key = newKey()
        Object.assign(draft, { key, header: { ...draft.header, jwk: key.publicJwk } })
      },
    },
  },
  inForm(
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
    needs,
    repeat: { step: 'token', after: 'accepted' },
  },
  inForm('vci.token.redirect_uri_matches', 'Names another redirect_uri than it pushed', invalidGrant, (form) =>
    put(form, 'redirect_uri', 'https://wallet.example/another'),
  ),
  inForm(
    'vci.token.redirect_uri_matches~absent',
    'Redeems the code without the redirect_uri',
    { status: 400, error: 'invalid_request' },
    (form) => drop(form, 'redirect_uri'),
  ),
  inForm(
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
  inForm(
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
    needs: { ...needs, sessionOptions: { dpop_nonce: 'off' } },
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

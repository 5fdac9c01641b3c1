import { headerValue } from '../../http/wire'
import { readJws } from '../../jose/jws'
import { need } from '../../run'
import { put } from '../form'
import type { Misbehaviour } from './misbehaviour'

const invalidGrant = { status: 400, error: 'invalid_grant' }
const reissues = { reissue: true } as const
const needs = {
  issuer: 'eu-pid-jwt-proof-only',
  sessionOptions: { laboratory: { refresh: {} } },
  profile: reissues,
} as const

/** Refresh tokens by the DPoP key of the run that got them first. */
const firstTokens = new Map<string, string>()

/** Rules for getting another access token without the user. RFC6749-6 */
export const refreshMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.refresh.token_known',
    title: 'Refreshes with a refresh token that the issuer never gave',
    expect: invalidGrant,
    needs,
    patchForm: { at: 'refresh', change: (form) => put(form, 'refresh_token', 'an-invented-refresh-token') },
  },
  {
    id: 'vci.refresh.token_known~replaced',
    title: 'Refreshes a second time with the refresh token that was replaced',
    expect: invalidGrant,
    ends: 'refused_by_issuer',
    alsoFails: ['vci.credential.token_valid'],
    needs: { ...needs, sessionOptions: { laboratory: { refresh: { rotation: 'every' } } } },
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
    needs: { ...needs, profile: { ...reissues, clientAuthentication: 'none' } },
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
    needs,
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
    needs: { ...needs, sessionOptions: { laboratory: { refresh: {}, client_attestation: { challenge: true } } } },
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
    needs,
    patchForm: { at: 'refresh', change: (form) => put(form, 'scope', 'another-scope') },
  },
]

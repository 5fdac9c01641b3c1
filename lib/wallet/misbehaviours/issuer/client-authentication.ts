import { headerValue, removeHeader, setHeader } from '../../http/wire'
import { clientAssertionType } from '../../issuer/client/authenticate'
import { type JwtDraft, readJws } from '../../jose/jws'
import { generateKey, privateMember } from '../../jose/key'
import type { JsonObject } from '../../json'
import { need } from '../../run'
import { drop, put } from '../misbehaviour'
import { inFormOf, type Misbehaviour, type PatchContext } from './misbehaviour'

const refused = { status: 400, error: 'invalid_client' }
const unchallenged = { status: 400, error: 'use_attestation_challenge' }
const needs = { flow: 'authorization_code' } as const
/** A session whose issuer accepts the DPoP proof as proof of possession. */
const combinedMode = (more: JsonObject): JsonObject => ({
  laboratory: { client_attestation: { drafts: ['10'], ...more } },
})
const withKey = {
  flow: 'authorization_code',
  profile: { clientAuthentication: 'private_key_jwt', clientId: 'registered-wallet' },
} as const
/** Compares the runs of a registered client with those of an attested one. */
const inForm = inFormOf('par')

type Change = (draft: JwtDraft, context: PatchContext) => void
type Extra = Partial<Pick<Misbehaviour, 'alsoFails' | 'decidedBy' | 'expect'>>

const inAttestation = (name: string, title: string, change: Change, extra: Extra = {}): Misbehaviour => ({
  id: `vci.wallet_attestation.${name}`,
  title,
  expect: refused,
  ...extra,
  needs,
  authenticates: true,
  patchClientAttestation: { at: 'par', change },
})

const inPop = (name: string, title: string, change: Change, extra: Extra = {}): Misbehaviour => ({
  id: `vci.wallet_attestation.${name}`,
  title,
  expect: refused,
  ...extra,
  needs,
  authenticates: true,
  patchClientAttestationPop: { at: 'par', change },
})

const inAssertion = (name: string, title: string, change: Change, extra: Extra = {}): Misbehaviour => ({
  id: `vci.private_key_jwt.${name}`,
  title,
  expect: refused,
  ...extra,
  needs: withKey,
  patchClientAssertion: { at: 'par', change },
})

/** Reuses the proof of possession of the latest pushed request, if there was one. */
function pushedPop(draft: JwtDraft, { log }: PatchContext): void {
  const sent = log.findLast(({ step }) => step === 'par')
  const pop = headerValue(sent?.headers ?? [], 'OAuth-Client-Attestation-PoP')
  if (pop !== null) draft.finish = () => pop
}

/** Answers the challenge of the latest pushed request. */
function repeatChallenge({ claims }: JwtDraft, { log }: PatchContext): void {
  const sent = log.findLast(({ step }) => step === 'par')
  const pop = headerValue(sent?.headers ?? [], 'OAuth-Client-Attestation-PoP') ?? ''
  claims.challenge = need(readJws(pop), 'earlier proof of possession').claims.challenge ?? null
}

/** Rules for client authentication. ABCA-5, RFC7523-3 */
export const clientAuthenticationMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.client_auth.present',
    title: 'Does not show which client it is',
    expect: 'accepted',
    needs: { flow: 'authorization_code', profile: { clientAuthentication: 'none' } },
    byProfile: 'par',
  },
  {
    id: 'vci.transport.header_size',
    authenticates: true,
    title: 'Sends a wallet attestation of more than 8 kB',
    expect: 'accepted',
    needs,
    patchClientAttestation: {
      at: 'par',
      change: ({ claims }) => {
        claims.wallet_name = 'a'.repeat(8 * 1024)
      },
    },
  },
  inForm(
    'vci.client_auth.single_method',
    'Sends a secret beside its attestation',
    refused,
    (form) => put(form, 'client_secret', 'not-a-secret'),
    { alsoFails: ['vci.client_auth.method_advertised', 'vci.par.no_secret_leak'] },
  ),
  inForm(
    'vci.client_auth.method_advertised',
    'Authenticates with a secret',
    refused,
    (form) => put(form, 'client_secret', 'not-a-secret'),
    { alsoFails: ['vci.par.no_secret_leak'], needs: { profile: { clientAuthentication: 'none' } } },
  ),
  {
    id: 'vci.client_auth.consistent',
    title: 'Redeems the code without the attestation that it pushed with',
    expect: { status: 401, error: 'invalid_client' },
    alsoFails: ['vci.client_auth.present'],
    needs,
    patchRequest: {
      at: 'token',
      change: ({ headers }) => {
        removeHeader(headers, 'OAuth-Client-Attestation')
        removeHeader(headers, 'OAuth-Client-Attestation-PoP')
      },
    },
  },
  {
    id: 'vci.wallet_attestation.headers_paired',
    authenticates: true,
    title: 'Sends its attestation without a proof of possession',
    expect: refused,
    needs,
    patchRequest: { at: 'par', change: ({ headers }) => removeHeader(headers, 'OAuth-Client-Attestation-PoP') },
  },
  {
    id: 'vci.wallet_attestation.headers_paired~twice',
    authenticates: true,
    title: 'Sends its attestation twice',
    expect: refused,
    needs,
    patchRequest: {
      at: 'par',
      change: ({ headers }) => {
        headers.push(['OAuth-Client-Attestation', headerValue(headers, 'OAuth-Client-Attestation') ?? ''])
      },
    },
  },
  ...(
    [
      ['no_jwt', 'OAuth-Client-Attestation', 'attestation', ['pop_iss', 'pop_signature']],
      ['pop_no_jwt', 'OAuth-Client-Attestation-PoP', 'proof of possession', []],
    ] as const
  ).map(
    ([variant, name, what, others]): Misbehaviour => ({
      id: `vci.wallet_attestation.headers_paired~${variant}`,
      authenticates: true,
      title: `Sends a text as its ${what} that is no JWT`,
      expect: refused,
      alsoFails: others.map((other) => `vci.wallet_attestation.${other}`),
      needs,
      patchRequest: { at: 'par', change: ({ headers }) => setHeader(headers, name, 'attested') },
    }),
  ),
  {
    id: 'vci.wallet_attestation.headers_paired~combined',
    authenticates: true,
    title: 'Lets the DPoP proof be the proof of possession where the issuer does not offer that',
    expect: refused,
    needs: { ...needs, profile: { attestationDraft: '10' } },
    alsoFails: ['vci.wallet_attestation.iss'],
    byProfile: 'par',
  },
  {
    id: 'vci.wallet_attestation.iss~draft_08',
    authenticates: true,
    title: 'Speaks draft 08 of client attestations where the issuer takes draft 07 only',
    expect: refused,
    alsoFails: ['vci.wallet_attestation.pop_iss'],
    needs: { ...needs, sessionOptions: { laboratory: {} }, profile: { attestationDraft: '08' } },
    byProfile: 'par',
  },
  {
    id: 'vci.wallet_attestation.pop_signature~combined',
    authenticates: true,
    title: 'Lets a DPoP proof of another key be the proof of possession',
    expect: refused,
    needs: { ...needs, sessionOptions: combinedMode({}) },
    patchClientAttestation: {
      at: 'par',
      change: ({ claims }, { newKey }) => {
        claims.cnf = { jwk: { ...newKey().publicJwk } }
      },
    },
  },
  {
    id: 'vci.wallet_attestation.challenge',
    authenticates: true,
    title: 'Makes a proof of possession that answers a challenge of its own',
    expect: unchallenged,
    needs: { ...needs, sessionOptions: { laboratory: { client_attestation: { challenge: true } } } },
    patchClientAttestationPop: {
      at: 'par',
      change: ({ claims }) => {
        claims.challenge = 'an-invented-challenge'
      },
    },
  },
  {
    id: 'vci.wallet_attestation.challenge~once',
    title: 'Answers the challenge of its pushed request again where each serves once',
    expect: unchallenged,
    needs: { ...needs, sessionOptions: { laboratory: { client_attestation: { challenge: 'once' } } } },
    patchClientAttestationPop: { at: 'token', change: repeatChallenge },
  },
  {
    id: 'vci.wallet_attestation.challenge_repeated',
    title: 'Answers the challenge of its pushed request again where it may serve twice',
    expect: 'accepted',
    needs: { ...needs, sessionOptions: { laboratory: { client_attestation: { challenge: true } } } },
    patchClientAttestationPop: { at: 'token', change: repeatChallenge },
  },
  {
    id: 'vci.wallet_attestation.challenge~combined',
    authenticates: true,
    title: 'Makes a DPoP proof that answers no challenge where it is the proof of possession',
    expect: unchallenged,
    needs: { ...needs, sessionOptions: combinedMode({ challenge: true }) },
    patchDpop: { at: 'par', change: ({ claims }) => delete claims.nonce },
  },
  inAttestation('typ', 'Types its attestation as plain JWT', ({ header }) => {
    header.typ = 'jwt'
  }),
  inAttestation('typ~absent', 'Does not type its attestation', ({ header }) => {
    delete header.typ
  }),
  inAttestation(
    'alg',
    'Sends an attestation that is not signed',
    ({ header }) => {
      header.alg = 'none'
    },
    { alsoFails: ['vci.wallet_attestation.signature'] },
  ),
  inAttestation('x5c', 'Sends an attestation without certificates', ({ header }) => delete header.x5c, {
    alsoFails: ['vci.wallet_attestation.signature'],
  }),
  inAttestation('signature', 'Sends an attestation that another key signed', (draft) => {
    draft.key = generateKey()
  }),
  inAttestation('iss', 'Sends an attestation that names no provider', ({ claims }) => delete claims.iss, {
    expect: 'accepted',
  }),
  {
    // Where no client_id is sent beside it, the attestation of another wallet is right by itself.
    id: 'vci.wallet_attestation.sub',
    title: 'Sends an attestation about another wallet',
    expect: refused,
    alsoFails: ['vci.par.client_id_is_attestation_sub', 'vci.wallet_attestation.pop_iss'],
    needs,
    patchClientAttestation: {
      at: 'par',
      change: ({ claims }) => {
        claims.sub = 'another-wallet'
      },
    },
  },
  inAttestation('sub~absent', 'Sends an attestation without a subject', ({ claims }) => delete claims.sub, {
    alsoFails: ['vci.wallet_attestation.pop_iss'],
  }),
  inAttestation('exp', 'Sends an attestation that has expired', ({ claims }, { now }) => {
    claims.exp = now - 60
  }),
  inAttestation('exp~absent', 'Sends an attestation without an end', ({ claims }) => delete claims.exp),
  inAttestation('iat_nbf', 'Sends an attestation that is not valid yet', ({ claims }, { now }) => {
    claims.nbf = now + 3600
  }),
  inAttestation('cnf_jwk', 'Sends an attestation without a key', ({ claims }) => delete claims.cnf, {
    alsoFails: ['vci.wallet_attestation.pop_signature'],
  }),
  inAttestation('cnf_jwk~private', 'Shows the private key of the attestation', ({ claims }, { facts }) => {
    const key = facts.instanceKey
    if (key !== null) claims.cnf = { jwk: { ...key.publicJwk, d: privateMember(key) } }
  }),
  {
    id: 'vci.wallet_attestation.sub_not_unique',
    authenticates: true,
    title: 'Has an attestation with a subject of its own',
    expect: 'accepted',
    needs: { flow: 'authorization_code', profile: { clientId: 'wallet-of-one-person' } },
    byProfile: 'par',
  },
  inAttestation(
    'optional_claims',
    'Sends an attestation that reveals nothing about the wallet',
    ({ claims }) => {
      delete claims.wallet_name
      delete claims.wallet_link
    },
    { expect: 'accepted' },
  ),
  inPop('pop_typ', 'Types the proof of possession as plain JWT', ({ header }) => {
    header.typ = 'JWT'
  }),
  inPop('pop_signature', 'Signs the proof of possession with another key', (draft) => {
    draft.key = generateKey()
  }),
  inPop(
    'pop_alg',
    'Names EdDSA as the algorithm of the proof of possession',
    ({ header }) => {
      header.alg = 'EdDSA'
    },
    { decidedBy: 'vci.wallet_attestation.pop_signature', alsoFails: ['vci.wallet_attestation.pop_signature'] },
  ),
  inPop('pop_iss', 'Names another client in the proof of possession', ({ claims }) => {
    claims.iss = 'another-wallet'
  }),
  inPop('pop_aud', 'Makes the proof of possession for the endpoint', ({ claims }) => {
    claims.aud = `${String(claims.aud)}/par`
  }),
  inPop('pop_jti', 'Makes a proof of possession without an id', ({ claims }) => delete claims.jti),
  {
    id: 'vci.wallet_attestation.pop_jti~again',
    title: 'Sends the proof of possession again that came with a demand for a DPoP nonce',
    expect: 'accepted',
    needs: { ...needs, sessionOptions: { dpop_nonce: 'required' } },
    patchClientAttestationPop: { at: 'par', change: pushedPop },
  },
  inPop('pop_iat', 'Makes the proof of possession an hour ago', ({ claims }, { now }) => {
    claims.iat = now - 3600
  }),
  {
    id: 'vci.wallet_attestation.pop_fresh_per_request',
    title: 'Sends the proof of possession of the pushed request again',
    expect: { status: 401, error: 'invalid_client' },
    alsoFails: ['vci.wallet_attestation.pop_jti'],
    needs,
    patchClientAttestationPop: { at: 'token', change: pushedPop },
  },
  {
    id: 'vci.private_key_jwt.assertion_type',
    title: 'Sends a client assertion without its type',
    expect: refused,
    needs: withKey,
    patchForm: { at: 'par', change: (form) => drop(form, 'client_assertion_type') },
  },
  {
    id: 'vci.private_key_jwt.assertion_type~other',
    title: 'Sends a client assertion of another type',
    expect: refused,
    needs: withKey,
    patchForm: { at: 'par', change: (form) => put(form, 'client_assertion_type', `${clientAssertionType}s`) },
  },
  inAssertion('signature', 'Signs the client assertion with another key', (draft) => {
    draft.key = generateKey()
  }),
  inAssertion(
    'alg',
    'Sends a client assertion that is not signed',
    ({ header }) => {
      header.alg = 'none'
    },
    { alsoFails: ['vci.private_key_jwt.signature'] },
  ),
  inAssertion('iss_sub', 'Sends a client assertion of someone else', ({ claims }) => {
    claims.iss = 'another-wallet'
  }),
  inAssertion(
    'aud',
    'Makes the client assertion for another server',
    ({ claims }) => {
      claims.aud = 'https://example.com'
    },
    { alsoFails: ['vci.private_key_jwt.aud_is_issuer_string'] },
  ),
  inAssertion(
    'aud_is_issuer_string',
    'Makes the client assertion for the endpoint',
    ({ claims }) => {
      claims.aud = `${String(claims.aud)}/par`
    },
    { expect: 'accepted' },
  ),
  inAssertion('exp', 'Sends a client assertion that has expired', ({ claims }, { now }) => {
    claims.exp = now - 60
  }),
  inAssertion('jti', 'Makes a client assertion without an id', ({ claims }) => delete claims.jti),
  inAssertion('iat', 'Does not say when it made the client assertion', ({ claims }) => delete claims.iat, {
    expect: 'accepted',
  }),
]

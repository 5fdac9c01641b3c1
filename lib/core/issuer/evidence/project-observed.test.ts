import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { event, evidence, exchange, finding } from '../../engine/evidence/fixtures/sessions'
import type { StoredExchange } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { projectAttestationDraft, projectAttestationProfile } from './project-client-authentication'
import { projectObserved } from './project-observed'

const observed = (...input: Parameters<typeof evidence>) => projectObserved(evidence(...input))

const decoded = (kind: string, source: string, change: JsonObject): JsonObject => ({
  kind,
  source,
  signature: 'valid',
  header: {},
  claims: {},
  ...change,
})

const proof = (change: JsonObject) => decoded('proof_jwt', 'body.proofs.jwt[0]', change)

const request = (tokens: JsonObject[], status: 'pass' | 'warn' | 'fail' = 'pass') =>
  exchange(5, 'requestCredential', {
    decoded: tokens,
    findings: [
      finding('vci.nonce.source', status),
      finding('vci.key_attestation.trusted', 'warn', { actual: 'signature valid, no anchor configured' }),
    ],
  })

describe('what was observed', () => {
  it('has every member from the start: null or empty, never absent', () => {
    const view = observed([])
    expect(Object.keys(view).sort()).toEqual(
      [
        ...['client_id', 'redirect_uri', 'wallet_jwks', 'dpop_jwk', 'client_authentication', 'user_agents'],
        ...['accept_headers', 'accept_languages', 'metadata_fetches', 'requested_scopes', 'granted_scope'],
        ...['grant_type', 'issuer_state_returned', 'par_count', 'token_requests', 'credential_requests'],
        ...['key_attestation', 'proofs', 'encryption', 'issued', 'notification', 'dpop_nonce'],
        ...['wallet_attestation_draft', 'wallet_attestation_profile', 'wallet_unit'],
      ].sort(),
    )
    expect(JSON.parse(JSON.stringify(view))).toEqual(view)
    expect(view.key_attestation).toMatchObject({ present: false, trusted: null, attested_key_thumbprints: [] })
    expect(view.client_authentication).toMatchObject({ method: null, private_key_jwt: { present: false } })
  })

  it('names the place of a value, and the other places once each', () => {
    const body = { client_id: 'some-wallet' }
    const view = observed(
      [1, 2, 3].map((second) => exchange(second, second < 3 ? 'requestToken' : 'requestCredential', { body })),
    )
    expect(view.client_id).toEqual({
      value: 'some-wallet',
      source: 'token.body.client_id',
      also_seen_in: ['credential.body.client_id'],
    })
  })

  covers('D17')
  it('names every place alike: the request, then the place in its exchange', () => {
    const push = exchange(1, 'pushAuthorizationRequest', {
      body: { client_id: 'some-wallet' },
      decoded: [decoded('client_assertion', 'body.client_assertion', {}), decoded('dpop', 'headers.dpop', {})],
    })
    const asked = event(5, 'credential_request_received', {
      proof_header_keys: [{ kty: 'EC' }],
      proof_header_keys_source: 'credential.body.proofs.jwt[0]',
    })
    const view = observed([push, request([proof({})])], { events: [asked] })
    const sources: string[] = []
    JSON.stringify(view, (name, value) => {
      if (name === 'source' && value !== null) sources.push(value)
      return value
    })
    expect(sources).toEqual([
      'par.body.client_id',
      'credential.body.proofs.jwt[0]',
      'par.headers.dpop',
      'par.body.client_assertion',
      'credential.body.proofs.jwt[0]',
    ])
  })

  it('shows the DPoP key of the first valid proof, and all thumbprints when it changed', () => {
    const jwk = { kty: 'EC' }
    const bad = decoded('dpop', 'headers.dpop', { signature: 'invalid', header: { jwk: { kty: 'RSA' } } })
    const good = decoded('dpop', 'headers.dpop', { header: { jwk } })
    const view = observed(
      [exchange(1, 'requestToken', { decoded: [bad] }), exchange(2, 'requestToken', { decoded: [good] })],
      {
        events: [event(2, 'token_received', { jkt: 'one' }), event(3, 'credential_request_received', { jkt: 'two' })],
      },
    )
    expect(view.dpop_jwk).toEqual({
      observed: true,
      source: 'token.headers.dpop',
      jwk,
      thumbprint: 'one',
      thumbprints: ['one', 'two'],
    })
  })

  it('reports of each proof how it names its key, whether it verified and where its nonce is from', () => {
    const view = observed([
      request([proof({ header: { jwk: {} }, claims: { nonce: 'n' }, thumbprint: 't' })]),
      request([proof({ header: { kid: '0' }, claims: { nonce: 'n' }, signature: 'invalid' })], 'warn'),
      request([proof({ header: { kid: 'name' }, signature: 'unchecked' })]),
      request([proof({ header: { x5c: {} }, claims: { nonce: 'n' } })], 'fail'),
    ])
    expect(
      view.proofs.map(({ proof_type, key_reference, signature_valid, nonce_source, thumbprint }) => [
        ...[proof_type, key_reference, signature_valid, nonce_source, thumbprint],
      ]),
    ).toEqual([
      ['jwt', 'jwk', true, 'nonce_endpoint', 't'],
      ['jwt', 'kid_index', false, 'token_response', null],
      ['jwt', 'kid', null, 'absent', null],
      ['jwt', 'x5c', true, 'unknown', null],
    ])
  })

  it('shows a key attestation with what it says, its carrier, and why it is trusted or not', () => {
    const claims = { nonce: 'n', key_storage: ['iso_18045_high'], user_authentication: ['iso_18045_basic'] }
    const more = { claims, attested_key_thumbprints: ['a', 'b'] }
    const inHeader = decoded('key_attestation', 'body.proofs.jwt[0].header.key_attestation', more)
    expect(observed([request([proof({ claims: { nonce: 'n' } }), inHeader])]).key_attestation).toMatchObject({
      present: true,
      carrier: 'jwt_header',
      attested_key_thumbprints: ['a', 'b'],
      key_storage: ['iso_18045_high'],
      user_authentication: ['iso_18045_basic'],
      trusted: false,
      trust_reason: 'signature valid, no anchor configured',
      nonce_source: 'nonce_endpoint',
    })
    const other = observed([request([proof({ claims: { nonce: 'another' } }), inHeader])])
    expect(other.key_attestation.nonce_source).toBe('unknown')

    const alone = observed([request([decoded('key_attestation', 'body.proofs.attestation[0]', more)])])
    expect(alone.key_attestation).toMatchObject({ carrier: 'attestation_proof', nonce_source: 'nonce_endpoint' })
    expect(alone.proofs).toMatchObject([{ proof_type: 'attestation', key_reference: null }])
  })

  it('lists one entry for each issued credential', () => {
    const issued = event(6, 'credential_issued', {
      format: 'dc+sd-jwt',
      credential_configuration_id: 'pid',
      holder_thumbprints: ['a', 'b'],
    })
    expect(observed([], { events: [issued] }).issued.map(({ holder_thumbprint }) => holder_thumbprint)).toEqual([
      'a',
      'b',
    ])
  })

  it('leaves out what the tester fetched, and tokens of our own answers', () => {
    const ours = decoded('key_attestation', 'response.body.x', {})
    const view = observed([
      exchange(1, 'getSessionOffer', { origin: 'operator', headers: { 'user-agent': 'a browser' } }),
      exchange(2, 'requestToken', { headers: { 'user-agent': 'a wallet' }, decoded: [ours] }),
    ])
    expect(view.user_agents).toEqual(['a wallet'])
    expect(view.key_attestation.present).toBe(false)
  })

  it('follows a DPoP nonce from offer to use', () => {
    const view = observed(
      [
        exchange(1, 'requestToken', { answerHeaders: { 'dpop-nonce': 'hidden' } }),
        exchange(2, 'requestCredential', {
          findings: [finding('vci.dpop.nonce_adopted', 'pass'), finding('vci.dpop.nonce_retry', 'pass')],
        }),
      ],
      { events: [event(1, 'dpop_nonce_challenged')] },
    )
    expect(view.dpop_nonce).toEqual({
      policy: 'offered',
      offered: true,
      adopted: true,
      challenged: true,
      retried: true,
    })
  })
})

const token = (kind: string, claims: JsonObject = {}): JsonObject => ({ kind, source: 'headers.x', claims })

const withTokens = (decoded: JsonObject[], headers: JsonObject = {}) =>
  ({ decoded, headers }) as unknown as StoredExchange

const [attestation, pop] = [
  token('client_attestation', { iss: 'provider' }),
  token('client_attestation_pop', { iss: 'wallet' }),
]

const [unnamed, unnamedPop] = [token('client_attestation'), token('client_attestation_pop')]

const dpop = token('dpop')

describe('the draft of client attestations', () => {
  it.each<[string, JsonObject[], string | null]>([
    ['is 07 with iss in both JWTs', [attestation, pop, dpop], '07'],
    ['is a later one without iss in both', [unnamed, unnamedPop, dpop], '08_or_later'],
    ['is a later one without iss in the attestation', [unnamed, pop], '08_or_later'],
    ['is a later one without iss in the proof', [attestation, unnamedPop], '08_or_later'],
    ['has the combined mode with a DPoP proof alone', [attestation, dpop], 'combined'],
    ['is unknown with an attestation alone', [attestation], null],
    ['is unknown without an attestation', [pop, dpop], null],
  ])('%s', (_name, tokens, draft) => {
    expect(projectAttestationDraft([withTokens(tokens)])).toBe(draft)
  })

  it('is that of the latest request that shows one', () => {
    expect(
      projectAttestationDraft([withTokens([attestation, pop]), withTokens([unnamed, unnamedPop]), withTokens([dpop])]),
    ).toBe('08_or_later')
  })

  it('is no combined mode where a proof of possession came that nobody can read', () => {
    const unreadable = { 'oauth-client-attestation-pop': { redacted: true } }
    expect(projectAttestationDraft([withTokens([attestation, dpop], unreadable)])).toBeNull()
  })

  it.each(['client_status', 'wallet_version', 'wallet_solution_certification_information'])(
    'is beside a profile, TS3, of which %s is a mark whatever its type',
    (name) => {
      const of = (claims: JsonObject) =>
        projectAttestationProfile([withTokens([decoded('client_attestation', 'headers.x', { claims })])])
      expect([of({ [name]: null }), of({ [name]: { redacted: true } }), of({ iss: 'x' })]).toEqual(['ts3', 'ts3', null])
    },
  )
})

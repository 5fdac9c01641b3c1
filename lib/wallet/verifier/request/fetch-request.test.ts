import { describe, expect, it } from 'vitest'
import { type JsonObject, readJsonObject } from '../../json'
import { presentingWallet } from '../../testing/presenting-wallet'
import type { ScriptedVerifier, VerifierScript } from '../../testing/scripted-verifier'
import type { PresentationProfile } from '../settings'

const { start, present } = await presentingWallet()

const wallets = 'https://self-issued.me/v2'

const deliveries = [
  { delivery: 'by_reference', method: 'get' },
  { delivery: 'by_reference', method: 'post' },
  { delivery: 'by_value' },
] as const satisfies VerifierScript[]

const withClaims =
  (changes: object): NonNullable<VerifierScript['request']> =>
  ({ claims }) => {
    Object.assign(claims, changes)
  }

describe('a request object', () => {
  it.each([
    ['has no audience', { aud: undefined }, `there is no aud, which is ${wallets}`],
    ['is for another wallet', { aud: 'https://wallet.example' }, `the aud is not ${wallets}`],
    ['is for wallets and somebody else', { aud: [wallets, 'https://wallet.example'] }, `the aud is not ${wallets}`],
    ['is for nobody', { aud: [] }, `the aud is not ${wallets}`],
    ['holds another request', { request: 'a.b.c' }, 'it holds another request'],
    ['points to another request', { request_uri: 'https://verifier.example/r' }, 'it holds another request'],
  ])('that %s gets an error, however it came', async (_what, changes, why) => {
    for (const delivery of deliveries) {
      const verifier = await start({ ...delivery, request: withClaims(changes) })
      const description = `The request object is not usable: ${why}`
      expect(await present(verifier)).toMatchObject({
        outcome: 'declined',
        declined: { error: 'invalid_request_object', description },
      })
      expect(verifier.lastResponse()).toMatchObject({ error: 'invalid_request_object', error_description: description })
      expect(verifier.lastResponse()).not.toHaveProperty('vp_token')
    }
  })

  it('may write its audience as the only one of a list', async () => {
    const verifier = await start({ request: withClaims({ aud: [wallets] }) })
    expect(await present(verifier)).toMatchObject({ outcome: 'presented', reason: null })
  })
})

describe('a signed request that a browser carries', () => {
  it.each(['openid4vp-v1-signed', 'openid4vp-v1-multisigned'] as const)(
    'by %s may say whom it is for by its origins alone',
    async (protocol) => {
      const without = await start({ protocols: [protocol], request: withClaims({ aud: undefined }) })
      expect(await present(without)).toMatchObject({ outcome: 'presented', reason: null })
      const other = await start({ protocols: [protocol], request: withClaims({ aud: 'https://wallet.example' }) })
      expect(await present(other)).toMatchObject({ outcome: 'declined', declined: { error: 'invalid_request_object' } })
    },
  )

  it('holds no other request', async () => {
    const request = withClaims({ request: 'a.b.c' })
    const verifier = await start({ protocols: ['openid4vp-v1-signed'], request })
    expect(await present(verifier)).toMatchObject({ declined: { error: 'invalid_request_object' } })
  })
})

/** The metadata that a wallet sends to a verifier that uses POST. */
async function metadataOf(profile: Partial<PresentationProfile>, script: VerifierScript = {}) {
  const verifier = await start({ method: 'post', ...script })
  const run = await present(verifier, { profile })
  return { run, metadata: sentTo(verifier) }
}

const sentTo = ({ received }: ScriptedVerifier): JsonObject | null =>
  readJsonObject(new URLSearchParams(received[0]?.body ?? '').get('wallet_metadata') ?? '')

describe('the metadata of the wallet', () => {
  it('names all that it takes and sends', async () => {
    const { run, metadata } = await metadataOf({})
    expect(run.outcome).toBe('presented')
    expect(metadata).toEqual({
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
        mso_mdoc: { issuerauth_alg_values: [-7, -9], deviceauth_alg_values: [-7, -9] },
      },
      client_id_prefixes_supported: [
        'x509_hash',
        'x509_san_dns',
        'verifier_attestation',
        'decentralized_identifier',
        'redirect_uri',
        'pre-registered',
      ],
      request_object_signing_alg_values_supported: ['ES256'],
      authorization_encryption_alg_values_supported: ['ECDH-ES'],
      authorization_encryption_enc_values_supported: ['A256GCM', 'A128GCM'],
      response_types_supported: ['vp_token', 'vp_token id_token'],
      response_modes_supported: ['direct_post', 'direct_post.jwt'],
      id_token_types_supported: ['subject_signed_id_token'],
      id_token_signing_alg_values_supported: ['ES256'],
      subject_syntax_types_supported: ['urn:ietf:params:oauth:jwk-thumbprint'],
    })
  })

  it('names no ID Token of a wallet that makes none, and the DID of one that has it as subject', async () => {
    const { metadata } = await metadataOf({ responseTypes: ['vp_token'] })
    expect(metadata).toMatchObject({ response_types_supported: ['vp_token'] })
    expect(Object.keys(metadata ?? {}).filter((name) => /id_token|subject/.test(name))).toEqual([])
    const other = await metadataOf({ idTokenSubject: 'did:jwk' })
    expect(other.metadata).toMatchObject({ subject_syntax_types_supported: ['did:jwk'] })
  })

  it('names no algorithms to a verifier that cannot sign', async () => {
    const link = (parameters: URLSearchParams) =>
      parameters.set('client_id', `redirect_uri:${parameters.get('request_uri')}`)
    expect((await metadataOf({}, { link })).metadata).not.toHaveProperty('request_object_signing_alg_values_supported')
  })

  it('names of a wallet of HAIP only what that allows', async () => {
    const { run, metadata } = await metadataOf({ haipOnly: true })
    expect(run.outcome).toBe('presented')
    expect(metadata).toMatchObject({
      client_id_prefixes_supported: ['x509_hash'],
      response_types_supported: ['vp_token'],
      response_modes_supported: ['direct_post.jwt'],
    })
    expect(metadata).not.toHaveProperty('id_token_types_supported')
  })
})

describe('a wallet of HAIP', () => {
  it.each<[string, string, VerifierScript]>([
    ['a response in the clear', 'invalid_request', { responseMode: 'direct_post' }],
    [
      'an ID Token',
      'unsupported_response_type',
      { request: ({ claims }) => Object.assign(claims, { response_type: 'vp_token id_token', scope: 'openid' }) },
    ],
  ])('refuses to send %s', async (_what, error, script) => {
    const verifier = await start(script)
    expect(await present(verifier, { profile: { haipOnly: true } })).toMatchObject({ declined: { error } })
    expect(verifier.lastResponse()).toMatchObject({ error })
  })
})

import { describe, expect, it } from 'vitest'
import { type JsonObject, readJsonObject } from '../json'
import { presentingWallet } from '../testing/presenting-wallet'
import type { ScriptedVerifier, VerifierScript } from '../testing/scripted-verifier'
import type { PresentationProfile } from './settings'

const { start, present } = await presentingWallet()

/** The metadata that a wallet sends to a verifier that asks by POST. */
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

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { decryptJwe, encryptJwe } from '@/lib/wallet/jose/jwe'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'

const service = serviceForTests()

interface RequestKey {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y: string
  readonly kid: string
}

async function metadata(issuer: string): Promise<JsonRecord> {
  return (await fetch(`${service.baseUrl}/.well-known/openid-credential-issuer/issuers/${issuer}`)).json()
}

async function requestKey(issuer = 'eu-pid-device-bound'): Promise<RequestKey> {
  const { credential_request_encryption } = (await metadata(issuer)) as {
    credential_request_encryption: { jwks: { keys: [RequestKey] } }
  }
  return credential_request_encryption.jwks.keys[0]
}

interface Sealing {
  readonly header?: JsonRecord
  readonly recipient?: WalletKey
  readonly plaintext?: string
  readonly contentType?: string
  readonly request?: (request: JsonRecord) => void
  readonly body?: string
}

/** Sends a correct encrypted credential request with one change. */
async function sendEncrypted(
  wallet: HandWallet,
  { header, recipient, plaintext, contentType, request, body }: Sealing,
) {
  const key = await requestKey()
  let text = ''
  const nonce = await wallet.freshNonce()
  const jwt = wallet.proof(nonce, wallet.keyAttestation(nonce))
  const credentialRequest: JsonRecord = {
    credential_configuration_id: wallet.created.credential_configuration_id,
    proofs: { jwt: [jwt] },
  }
  request?.(credentialRequest)
  text = plaintext ?? JSON.stringify(credentialRequest)
  const { kid, ...members } = key
  const { kty, crv, x, y } = recipient?.publicJwk ?? members
  const jwe = encryptJwe(
    { header: { alg: 'ECDH-ES', enc: 'A128GCM', kid, ...header }, plaintext: text, recipient: { kty, crv, x, y } },
    randomBytes,
  )
  const answer = await wallet.requestCredential({
    body: body ?? jwe,
    headers: (fields) => {
      const at = fields.findIndex(([name]) => name === 'Content-Type')
      fields[at] = ['Content-Type', contentType ?? 'application/jwt']
    },
  })
  return { answer, jwt, jwe }
}

const responseKey = generateKey()
const goodResponse = () => ({
  jwk: { ...responseKey.publicJwk, kid: 'answer', use: 'enc', alg: 'ECDH-ES' },
  enc: 'A256GCM',
})

describe('the metadata', () => {
  it.each(['eu-pid-device-bound', 'eu-pid-jwt-proof-only'])('of %s offers encryption both ways', async (issuer) => {
    expect(await metadata(issuer)).toMatchObject({
      credential_request_encryption: {
        jwks: { keys: [{ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES', kid: expect.any(String) }] },
        enc_values_supported: ['A128GCM', 'A256GCM'],
        encryption_required: false,
      },
      credential_response_encryption: {
        alg_values_supported: ['ECDH-ES'],
        enc_values_supported: ['A128GCM', 'A256GCM'],
        encryption_required: false,
      },
    })
  })

  it('publishes a key per issuer, in no key set, and no private member of it', async () => {
    const keys = [await requestKey(), await requestKey('eu-pid-jwt-proof-only')]
    expect(keys[0]?.kid).not.toBe(keys[1]?.kid)
    expect(keys[0]).not.toHaveProperty('d')
    for (const set of ['jwks.json', 'credential-jwks.json']) {
      const text = await (await fetch(`${service.baseUrl}/issuers/eu-pid-device-bound/${set}`)).text()
      expect(text).not.toContain(keys[0]?.x)
    }
  })
})

describe('evidence of an encrypted request', () => {
  covers('D17')
  it('shows what was in it as if it had come in plain, redacted, and of the answer the header only', async () => {
    const wallet = await createHandWallet(service)
    const { answer, jwt, jwe } = await sendEncrypted(wallet, {
      request: (request) => {
        request.credential_response_encryption = goodResponse()
      },
    })
    expect(answer.status).toBe(200)
    expect(answer.header('content-type')).toBe('application/jwt')
    expect(answer.header('cache-control')).toBe('no-store')
    const opened = decryptJwe(answer.body, responseKey)
    expect(opened?.header).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'answer' })
    const { credentials } = JSON.parse(opened?.plaintext ?? '{}')
    expect(credentials).toHaveLength(1)

    const { raw, observed } = await wallet.view()
    expect(raw.credential_request_raw).toEqual({ redacted: true, present: true, type: 'string', length: jwe.length })
    expect(raw.credential_request).toMatchObject({ proofs: { jwt: { redacted: true } } })
    expect(observed.proofs).toMatchObject([{ source: 'credential.body.proofs.jwt[0]' }])

    const exchange = await lastExchange(wallet, wallet.path('credential'))
    expect(exchange.body).toMatchObject({
      credential_configuration_id: wallet.created.credential_configuration_id,
      proofs: { jwt: { redacted: true } },
      credential_response_encryption: { enc: 'A256GCM', jwk: { kty: 'EC' } },
    })
    expect(exchange.response.body).toMatchObject({ redacted: true, type: 'string', length: answer.body.length })
    const kinds = exchange.decoded.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['jwe', 'proof_jwt', 'key_attestation']))
    const text = JSON.stringify(await wallet.view())
    for (const secret of [jwt, jwe, answer.body, credentials[0].credential])
      for (const part of String(secret)
        .split('.')
        .filter((piece) => piece.length > 40))
        expect(text).not.toContain(part.slice(0, 40))
  })
})

describe('a bad encrypted request', () => {
  it('to the signing key of jwks_uri is told so (V5)', async () => {
    const issuer = await metadata('eu-pid-device-bound')
    const server = `${service.baseUrl}/.well-known/oauth-authorization-server/issuers/eu-pid-device-bound`
    expect(issuer.credential_issuer).toMatch(/eu-pid-device-bound$/)
    const { jwks_uri } = (await (await fetch(server)).json()) as { jwks_uri: string }
    const { keys } = (await (await fetch(jwks_uri)).json()) as { keys: RequestKey[] }
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-device-bound' })
    await wallet.obtainToken()
    const { answer } = await sendEncrypted(wallet, {
      header: { kid: keys[0]?.kid },
      recipient: { ...generateKey(), publicJwk: keys[0] } as unknown as WalletKey,
    })
    expect(answer.object().error).toBe('invalid_encryption_parameters')
    expect((await wallet.view()).cause).toMatchObject({
      reason: 'vci.encryption.request_kid#other_key',
      sentence: 'The key that the encrypted request names in kid is a signing key under jwks_uri of this service.',
    })
  })

  const rows: readonly [name: string, error: string, check: string, sealing: Sealing][] = [
    ['for another key (N96)', 'invalid_credential_request', 'request_decrypts', { recipient: generateKey() }],
    ['with an unknown kid (N96)', 'invalid_encryption_parameters', 'request_kid', { header: { kid: 'unknown' } }],
    [
      'with A256CBC-HS512 (N96)',
      'invalid_encryption_parameters',
      'request_params',
      { header: { enc: 'A256CBC-HS512' } },
    ],
    ['with zip (N96)', 'invalid_encryption_parameters', 'request_params', { header: { zip: 'DEF' } }],
    ['that is not a JWE (N96)', 'invalid_credential_request', 'request_decrypts', { body: 'no JWE' }],
    ['that holds an array (N96)', 'invalid_credential_request', 'request_decrypts', { plaintext: '[]' }],
    ['as application/json', 'invalid_credential_request', 'request_media_type', { contentType: 'application/json' }],
    [
      'that is nested too deeply',
      'invalid_credential_request',
      'request_decrypts',
      { plaintext: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` },
    ],
    ['that holds nothing', 'invalid_credential_request', 'request_decrypts', { plaintext: '' }],
  ]
  covers('A4.44')
  it.each(rows)('%s is refused in plain JSON: %s', async (_name, error, check, sealing) => {
    const wallet = await createHandWallet(service)
    const { answer } = await sendEncrypted(wallet, sealing)
    await expectRefusal(wallet, 'credential', answer, { status: 400, error, check: `vci.encryption.${check}` })
  })

  it('that asks for an encrypted answer and has a bad proof is refused in plain JSON (N98)', async () => {
    const wallet = await createHandWallet(service)
    const { answer } = await sendEncrypted(wallet, {
      request: (request) => {
        request.credential_response_encryption = goodResponse()
        request.proofs = { jwt: ['no proof'] }
      },
    })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.proof.jwt.parse',
    })
  })
})

describe('parameters for the answer', () => {
  const { jwk, enc } = goodResponse()
  const rows: readonly [name: string, check: string, parameters: unknown][] = [
    ['without alg in the key (N97)', 'response_jwk_alg', { jwk: { ...jwk, alg: undefined }, enc }],
    [
      'with an RSA key (N97)',
      'response_jwk_public',
      { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB', alg: 'ECDH-ES' }, enc },
    ],
    ['with a private key (N97)', 'response_jwk_public', { jwk: { ...jwk, d: 'c2VjcmV0' }, enc }],
    ['with an unknown enc (N97)', 'response_params', { jwk, enc: 'XC20P' }],
    ['with a key for signatures', 'response_jwk_public', { jwk: { ...jwk, use: 'sig' }, enc }],
    ['with a key whose use is not text', 'response_jwk_public', { jwk: { ...jwk, use: ['enc'] }, enc }],
    ['that are no object', 'response_params', 'yes'],
  ]
  it.each(rows)('%s are refused in plain JSON', async (_name, check, parameters) => {
    const wallet = await createHandWallet(service)
    const { answer } = await sendEncrypted(wallet, {
      request: (request) => {
        request.credential_response_encryption = parameters
      },
    })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_encryption_parameters',
      check: `vci.encryption.${check}`,
    })
    expect(JSON.stringify(await wallet.view())).not.toContain('c2VjcmV0')
  })

  covers('A4.44')
  it('in a plain request are refused (N95)', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestCredential({
      request: (request) => {
        request.credential_response_encryption = goodResponse()
      },
    })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_encryption_parameters',
      check: 'vci.encryption.request_when_response',
    })
  })

  it.each([
    ['the alg of older drafts beside a good key', { alg: 'ECDH-ES' }],
    ['a compression that is not offered (section 12.2.4: the response is not compressed then)', { zip: 'DEF' }],
  ])('with %s are taken, with a warning', async (_name, further) => {
    const wallet = await createHandWallet(service)
    const { answer } = await sendEncrypted(wallet, {
      request: (request) => {
        request.credential_response_encryption = { ...goodResponse(), ...further }
      },
    })
    expect(answer.status).toBe(200)
    expect(decryptJwe(answer.body, responseKey)?.header).not.toHaveProperty('zip')
    const { conformance } = (await wallet.view()).checks
    expect(conformance.find(({ id }) => id === 'vci.encryption.response_params')?.status).toBe('warn')
  })
})

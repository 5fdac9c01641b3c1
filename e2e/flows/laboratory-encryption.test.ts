import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { Fields, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { decryptJwe, encryptJwe } from '@/lib/wallet/jose/jwe'
import { generateKey } from '@/lib/wallet/jose/key'

const service = serviceForTests()
const { http } = service

type Encryption = 'optional' | 'request' | 'response' | 'required' | 'absent'

const request = (encryption: Encryption, more: JsonRecord = {}): JsonRecord => ({
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  // Hand-driven wallets adopt no nonce.
  dpop_nonce: 'off',
  laboratory: { encryption, ...more },
})
const json: Fields = [['Content-Type', 'application/json']]
const post = (body: JsonRecord) =>
  http({ method: 'POST', path: '/sessions', headers: json, body: JSON.stringify(body) })
const read = async (id: unknown): Promise<IssuanceSessionView> =>
  (await http({ path: `/sessions/${id}` })).json() as IssuanceSessionView
const statusOf = ({ checks }: IssuanceSessionView, name: string) =>
  checks.conformance.find(({ id }) => id === `vci.encryption.${name}`)?.status

interface PublishedEncryption {
  readonly credential_request_encryption: {
    readonly encryption_required: boolean
    readonly jwks: { readonly keys: [{ kty: string; crv: string; x: string; y: string; kid: string }] }
  }
  readonly credential_response_encryption: { readonly encryption_required: boolean }
}
const metadataOf = async (wallet: Pick<HandWallet, 'created'>) => {
  const { pathname } = new URL(wallet.created.issuer_identifier)
  const answer = await http({ path: `/.well-known/openid-credential-issuer${pathname}` })
  return answer.object() as unknown as PublishedEncryption
}

const responseKey = generateKey()
const forResponse = {
  credential_response_encryption: {
    jwk: { ...responseKey.publicJwk, kid: 'answer', use: 'enc', alg: 'ECDH-ES' },
    enc: 'A128GCM',
  },
}

/** Encrypts a request to the key in the metadata. */
async function sealed(wallet: HandWallet, message: JsonRecord): Promise<string> {
  const { kid, kty, crv, x, y } = (await metadataOf(wallet)).credential_request_encryption.jwks.keys[0]
  const draft = {
    header: { alg: 'ECDH-ES', enc: 'A128GCM', kid },
    plaintext: JSON.stringify(message),
    recipient: { kty, crv, x, y },
  }
  return encryptJwe(draft, randomBytes)
}
const asJwt = (fields: [string, string][]) => {
  fields[1] = ['Content-Type', 'application/jwt']
}
const askSealed = async (wallet: HandWallet, more: JsonRecord, nonce: string) =>
  wallet.requestCredential({
    nonce,
    headers: asJwt,
    body: await sealed(wallet, {
      credential_configuration_id: wallet.created.credential_configuration_id,
      proofs: { jwt: [wallet.proof(nonce, null)] },
      ...more,
    }),
  })
const poll = (wallet: HandWallet, token: string, body: string, type = 'application/json') =>
  http({
    method: 'POST',
    path: wallet.path('deferred'),
    headers: [
      ['Content-Type', type],
      ['Authorization', `DPoP ${token}`],
      ['DPoP', wallet.dpop('deferred', token)],
    ],
    body,
  })

const rows: readonly [encryption: Encryption, request: boolean, response: boolean][] = [
  ['optional', false, false],
  ['request', true, false],
  ['response', false, true],
  ['required', true, true],
]

describe('an issuer that requires encryption', () => {
  it.each(rows)('publishes what it requires, and a key either way: %s', async (encryption, ofRequest, ofResponse) => {
    const metadata = await metadataOf(await createHandWallet(service, request(encryption)))
    expect(metadata).toMatchObject({
      credential_request_encryption: { encryption_required: ofRequest, jwks: { keys: [{ use: 'enc' }] } },
      credential_response_encryption: { encryption_required: ofResponse, enc_values_supported: ['A128GCM', 'A256GCM'] },
    })
  })

  it.each(rows)(
    'has a wallet encrypt that does so only where it has to, in both its requests: %s',
    async (encryption, ofRequest, ofResponse) => {
      const created = (await post(request(encryption, { deferred: { interval: 1, pending: 0 } }))).object()
      const run = await runAtIssuer({
        deeplink: String(created.deeplink),
        clock: service.now,
        wait: async (millis) => service.advance(millis / 1000),
        trustAnchors: [service.container.keyStore.rootPem()],
      })
      expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
      const mediaType = ofRequest || ofResponse ? 'application/jwt' : 'application/json'
      const session = await read(created.session_id)
      const asked = session.exchanges.filter(({ operation }) => /^request(Deferred)?Credential$/.test(operation ?? ''))
      expect(asked.map(({ operation, response }) => [operation, response.status, response.content_type])).toEqual([
        ['requestCredential', 202, mediaType],
        ['requestDeferredCredential', 200, mediaType],
      ])
      expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
      expect([statusOf(session, 'request_required'), statusOf(session, 'response_required')]).toEqual([
        ofRequest ? 'pass' : 'not_applicable',
        ofResponse ? 'pass' : 'not_applicable',
      ])
    },
  )

  const inPlain: readonly [encryption: Encryption, asks: boolean, error: string, check: string, failed: string[]][] = [
    ['request', false, 'invalid_credential_request', 'request_required', ['request_required']],
    ['request', true, 'invalid_credential_request', 'request_required', ['request_required', 'request_when_response']],
    ['response', false, 'invalid_encryption_parameters', 'response_required', ['response_required']],
    ['response', true, 'invalid_encryption_parameters', 'request_when_response', ['request_when_response']],
    [
      'required',
      false,
      'invalid_encryption_parameters',
      'response_required',
      ['response_required', 'request_required'],
    ],
    ['required', true, 'invalid_credential_request', 'request_required', ['request_required', 'request_when_response']],
  ]
  covers('A4.44')
  it.each(inPlain)(
    'refuses a request in plain, where %s and credential_response_encryption is there: %s',
    async (encryption, asks, error, check, failed) => {
      const wallet = await createHandWallet(service, request(encryption))
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({
        nonce,
        request: (body) => {
          if (asks) Object.assign(body, forResponse)
        },
      })
      await expectRefusal(wallet, 'credential', answer, { status: 400, error, check: `vci.encryption.${check}` })
      const { checks, observed } = await wallet.view()
      const of = checks.conformance.filter(({ id, status }) => id.startsWith('vci.encryption.') && status === 'fail')
      expect(of.map(({ id }) => id.replace('vci.encryption.', '')).sort()).toEqual([...failed].sort())
      // Its proof was judged as well, and its nonce is unused.
      expect(checks.conformance.find(({ id }) => id === 'vci.proof.jwt.signature')?.status).toBe('pass')
      expect(observed.encryption).toMatchObject({ request: { encrypted: false }, response: { requested: asks } })
      const second = await askSealed(wallet, forResponse, nonce)
      expect(second.status).toBe(200)
      expect(JSON.parse(decryptJwe(second.body, responseKey)?.plaintext ?? '{}').credentials).toHaveLength(1)
    },
  )

  it.each(rows)('shows a wallet that asks in plain for an encrypted response: %s', async (encryption) => {
    const created = (await post(request(encryption))).object()
    const misbehave = 'vci.encryption.request_when_response'
    const run = await runAtIssuer({ deeplink: String(created.deeplink), clock: service.now, misbehave })
    expect(run.outcome).toBe('refused_by_issuer')
    expect(statusOf(await read(created.session_id), 'request_when_response')).toBe('fail')
  })

  it('refuses an encrypted request that asks for a response in plain, if responses have to be encrypted', async () => {
    for (const encryption of ['response', 'required'] as const) {
      const wallet = await createHandWallet(service, request(encryption))
      const answer = await askSealed(wallet, {}, await wallet.freshNonce())
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_encryption_parameters',
        check: 'vci.encryption.response_required',
      })
    }
    const wallet = await createHandWallet(service, request('request'))
    const answer = await askSealed(wallet, {}, await wallet.freshNonce())
    expect([answer.status, answer.header('content-type')]).toEqual([200, 'application/json'])
  })

  it('tells every other error of a request in plain too', async () => {
    const wallet = await createHandWallet(service, request('required'))
    const answer = await wallet.requestCredential({
      proof: ({ claims }) => {
        claims.aud = 'https://other.example'
      },
    })
    expectError(answer, 400, 'invalid_encryption_parameters')
    const failed = (await wallet.view()).checks.conformance.filter(({ status }) => status === 'fail')
    expect(failed.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'vci.encryption.request_required',
        'vci.encryption.response_required',
        'vci.proof.jwt.aud',
      ]),
    )
  })

  it('refuses a deferred request in the same way, whose transaction goes on', async () => {
    const wallet = await createHandWallet(service, request('required', { deferred: { interval: 1, pending: 0 } }))
    const token = await wallet.obtainToken()
    const answer = await askSealed(wallet, forResponse, await wallet.freshNonce())
    expect(answer.status).toBe(202)
    const { transaction_id } = JSON.parse(decryptJwe(answer.body, responseKey)?.plaintext ?? '{}')
    service.advance(1)
    const plain = await poll(wallet, token, JSON.stringify({ transaction_id }))
    await expectRefusal(wallet, 'deferred', plain, {
      status: 400,
      error: 'invalid_encryption_parameters',
      check: 'vci.encryption.response_required',
    })
    const withoutKey = await poll(wallet, token, await sealed(wallet, { transaction_id }), 'application/jwt')
    expectError(withoutKey, 400, 'invalid_encryption_parameters')
    const right = await sealed(wallet, { transaction_id, ...forResponse })
    const issued = await poll(wallet, token, right, 'application/jwt')
    expect([issued.status, issued.header('content-type')]).toEqual([200, 'application/jwt'])
    const { exchanges } = await wallet.view()
    const polls = exchanges.filter(({ operation }) => operation === 'requestDeferredCredential')
    expect(polls.map(({ response }) => response.status)).toEqual([400, 400, 200])
  })

  it('is none where another option or nothing is asked for', async () => {
    for (const body of [{}, { laboratory: {} }]) {
      const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body })
      await wallet.requestCredential()
      const { conformance } = (await wallet.view()).checks
      const found = conformance.filter(({ id }) => /^vci\.encryption\.(request|response)_required$/.test(id))
      expect(found.map(({ status, actual }) => [status, actual])).toEqual([
        ['not_applicable', { because: 'The issuer requires no encrypted responses.' }],
        ['not_applicable', { because: 'The issuer requires no encrypted requests.' }],
      ])
    }
  })
})

describe('an issuer that offers no encryption', () => {
  const ofEncryption = ({ checks }: IssuanceSessionView) =>
    checks.conformance.filter(({ id, status }) => /encrypt/.test(id) && status !== 'not_applicable')

  it('publishes nothing about it, whether or not it defers', async () => {
    for (const more of [{}, { deferred: {} }]) {
      const members = Object.keys(await metadataOf(await createHandWallet(service, request('absent', more))))
      expect(members.filter((name) => name.includes('encryption'))).toEqual([])
    }
  })

  it.each([
    ['at once', {}, ['requestCredential']],
    ['later', { deferred: { interval: 1, pending: 0 } }, ['requestCredential', 'requestDeferredCredential']],
  ])(
    'gives its credential in the clear %s, to a wallet that encrypts where it can',
    async (_when, more, operations) => {
      const created = (await post(request('absent', more))).object()
      const run = await runAtIssuer({
        deeplink: String(created.deeplink),
        clock: service.now,
        wait: async (millis) => service.advance(millis / 1000),
        profile: { encrypt: true },
      })
      expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
      const session = await read(created.session_id)
      expect(session.laboratory?.options.encryption).toBe('absent')
      const asked = session.exchanges.filter(({ operation }) => /^request(Deferred)?Credential$/.test(operation ?? ''))
      expect(asked.map(({ operation }) => operation)).toEqual(operations)
      expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
      expect(ofEncryption(session)).toEqual([])
    },
  )

  it('refuses what is encrypted to a key of elsewhere, and what asks for that, and says why', async () => {
    const wallet = await createHandWallet(service, request('absent', { deferred: { interval: 1, pending: 0 } }))
    const token = await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const { kty, crv, x, y } = generateKey().publicJwk
    const header = { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'of-earlier-metadata' }
    const jwe = (message: JsonRecord) =>
      encryptJwe({ header, plaintext: JSON.stringify(message), recipient: { kty, crv, x, y } as never }, randomBytes)
    const refused = { status: 400, error: 'invalid_encryption_parameters' } as const
    const reasonOf = async () => (await wallet.view()).cause?.reason
    const sent = await wallet.requestCredential({ nonce, headers: asJwt, body: jwe({}) })
    await expectRefusal(wallet, 'credential', sent, { ...refused, check: 'vci.encryption.request_params' })
    expect(await reasonOf()).toBe('vci.encryption.request_params#none_offered')
    const asked = await wallet.requestCredential({ nonce, request: (body) => void Object.assign(body, forResponse) })
    await expectRefusal(wallet, 'credential', asked, { ...refused, check: 'vci.encryption.response_params' })
    expect(asked.object().error_description).toContain('Leave credential_response_encryption out')
    const answer = await wallet.requestCredential({ nonce })
    expect(answer.status).toBe(202)
    const { transaction_id } = answer.object()
    service.advance(1)
    const later = await poll(wallet, token, JSON.stringify({ transaction_id, ...forResponse }))
    await expectRefusal(wallet, 'deferred', later, { ...refused, check: 'vci.encryption.response_params' })
    expectError(await poll(wallet, token, jwe({ transaction_id }), 'application/jwt'), 400, refused.error)
    expect((await poll(wallet, token, JSON.stringify({ transaction_id }))).status).toBe(200)
  })

  it('contradicts a fault about encrypted responses', async () => {
    for (const fault of ['issuer_metadata_response_only', 'response_not_encrypted']) {
      const answer = await post({ fault, laboratory: { encryption: 'absent' } })
      expectError(answer, 400, 'conflicting_laboratory_options')
      expect(answer.object().members).toEqual(['/laboratory/encryption', '/fault'])
    }
  })
})

describe('required encryption that no issuer has', () => {
  it('is refused with its place, and with what would fit', async () => {
    for (const encryption of ['both', true, null]) {
      const answer = await post({ laboratory: { encryption } })
      expectError(answer, 400, 'unsupported_laboratory_option')
      expect([answer.object().member, answer.object().legal_values]).toEqual([
        '/laboratory/encryption',
        ['optional', 'request', 'response', 'required', 'absent'],
      ])
    }
  })

  it('contradicts metadata without a key to encrypt to', async () => {
    const fault = 'issuer_metadata_response_only'
    for (const encryption of ['request', 'response', 'required']) {
      const answer = await post({ fault, laboratory: { encryption } })
      expectError(answer, 400, 'conflicting_laboratory_options')
      expect(answer.object().members).toEqual(['/laboratory/encryption', '/fault'])
    }
    expect((await post({ fault, laboratory: { encryption: 'optional' } })).status).toBe(201)
  })
})

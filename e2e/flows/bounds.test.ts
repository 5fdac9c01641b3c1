import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpAnswer, type HttpClient } from '@/lib/testing/http-client'
import { claim, header } from '@/lib/testing/jwt-changes'
import { startService, type TestService } from '@/lib/testing/service'
import { generateKey } from '@/lib/wallet/jose/key'

/** A request that exceeds a bound is told the bound, not a consequence of exceeding it. */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  const clients = [{ client_id: 'registered', jwks: { keys: [generateKey().publicJwk] } }]
  service = await startService({ files: { 'clients.json': JSON.stringify(clients) } })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const wide = `[${'1,'.repeat(10_001)}1]`
const manyParameters = Array.from({ length: 257 }, (_, index) => `p${index}=1`).join('&')
const longToken = 'a'.repeat(65_537)
const json: [string, string] = ['Content-Type', 'application/json']
const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']

function expectBound(answer: HttpAnswer, status: number, error: string, bound: string): void {
  expectError(answer, status, error)
  expect(answer.object().error_description).toContain(bound)
}

describe('POST /sessions', () => {
  it.each([
    ['a long scheme', { scheme: `${'a'.repeat(70)}://` }, 'scheme must have at most 64 characters'],
    ['a short lifetime', { expires_in: 59 }, 'expires_in must be at least 60'],
    ['a long lifetime', { expires_in: 3601 }, 'expires_in must be at most 3600'],
    ['a long code', { tx_code: { length: 13 } }, 'tx_code has a member length, which must be at most 12'],
    ['a short code', { tx_code: { length: 3 } }, 'tx_code has a member length, which must be at least 4'],
    [
      'a long description',
      { tx_code: { description: 'a'.repeat(301) } },
      'tx_code has a member description, which must have at most 300 characters',
    ],
  ])('refuses %s', async (_name, body, bound) => {
    const answer = await http({ method: 'POST', path: '/sessions', headers: [json], body: JSON.stringify(body) })
    expectBound(answer, 400, 'invalid_request', bound)
  })

  covers('A7.5')
  it.each([
    ['nesting', 400, 'invalid_request', `{"a":${nested(33)}}`, 'deeper than 32 levels'],
    ['values', 400, 'invalid_request', `{"a":${wide}}`, 'more than 10000 values'],
    ['bytes', 413, 'payload_too_large', `{"a":"${'a'.repeat(1_048_576)}"}`, '1048576 bytes'],
  ])('refuses too much of %s', async (_name, status, error, body, bound) => {
    expectBound(await http({ method: 'POST', path: '/sessions', headers: [json], body }), status, error, bound)
  })
})

describe('PAR', () => {
  it.each([
    ['parameters', 400, 'invalid_request', { body: manyParameters }, 'more than 256 parameters'],
    ['bytes', 413, 'payload_too_large', { body: `scope=${'a'.repeat(65_536)}` }, '65536 bytes'],
    [
      'characters in the redirect_uri',
      400,
      'invalid_request',
      {
        form: (fields: URLSearchParams): void =>
          fields.set('redirect_uri', `https://wallet.example/${'a'.repeat(2026)}`),
      },
      'redirect_uri is longer than 2048 characters',
    ],
  ])('refuses too many %s', async (_name, status, error, changes, bound) => {
    const wallet = await createHandCodeWallet(service)
    expectBound(await wallet.push(changes), status, error, bound)
  })

  it('refuses a wallet attestation and a PoP that are nested too deeply', async () => {
    const wallet = await createHandCodeWallet(service)
    const deep = claim('x', JSON.parse(nested(33)))
    for (const [fields, name] of [
      [wallet.attested(deep), 'OAuth-Client-Attestation '],
      [wallet.attested(undefined, deep), 'OAuth-Client-Attestation-PoP '],
    ] as const) {
      const answer = await wallet.push({ headers: (headers) => headers.push(...fields) })
      expectBound(answer, 400, 'invalid_client', 'deeper than 32 levels')
      expect(answer.object().error_description).toContain(name)
    }
  })

  it('refuses a wallet attestation with too many certificates', async () => {
    const wallet = await createHandCodeWallet(service)
    const fields = wallet.attested(header('x5c', Array(11).fill('AAAA')))
    const answer = await wallet.push({ headers: (headers) => headers.push(...fields) })
    expectBound(answer, 400, 'invalid_client', 'more than 10 certificates')
  })
})

describe('the token endpoints', () => {
  it('refuse too many parameters', async () => {
    const wallet = await createHandWallet(service)
    expectBound(await wallet.requestToken({ body: manyParameters }), 400, 'invalid_request', 'more than 256 parameters')
    const path = '/authorization-servers/eu-pid-device-bound/token'
    const chained = await http({ method: 'POST', path, headers: [form], body: manyParameters })
    expectBound(chained, 400, 'invalid_request', 'more than 256 parameters')
  })

  it('refuse a client assertion that is too long', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({
      form: (fields) => {
        fields.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
        fields.set('client_assertion', longToken)
      },
    })
    expectBound(answer, 401, 'invalid_client', 'longer than 65536 characters')
  })

  it('refuse a DPoP proof that is nested too deeply', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: claim('x', JSON.parse(nested(33))) })
    expectBound(answer, 401, 'invalid_dpop_proof', 'deeper than 32 levels')
  })

  it('refuse a header section that is too long', async () => {
    const answer = await http({
      method: 'POST',
      path: '/issuers/eu-pid-device-bound/token',
      headers: [['X', longToken]],
    })
    expect([answer.status, answer.object().error]).toEqual([431, 'invalid_request'])
    expect(answer.object().error_description).toContain('32768 bytes')
  })
})

describe('the credential endpoint', () => {
  const send = async (
    changes: (wallet: HandWallet, nonce: string) => Parameters<HandWallet['requestCredential']>[0],
  ) => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    return wallet.requestCredential({ nonce, ...changes(wallet, nonce) })
  }

  it.each([
    ['nesting', 400, 'invalid_credential_request', `{"a":${nested(33)}}`, 'deeper than 32 levels'],
    ['values', 400, 'invalid_credential_request', `{"a":${wide}}`, 'more than 10000 values'],
    ['bytes', 413, 'payload_too_large', `{"a":"${'a'.repeat(262_144)}"}`, '262144 bytes'],
  ])('refuses too much of %s', async (_name, status, error, body, bound) => {
    expectBound(await send(() => ({ body })), status, error, bound)
  })

  it.each(['jwt', 'attestation'])('refuses a proof of type %s that is too long', async (type) => {
    const answer = await send(() => ({
      request: (request) => {
        request.proofs = { [type]: [longToken] }
      },
    }))
    expectBound(answer, 400, 'invalid_proof', 'longer than 65536 characters')
  })

  it('refuses too many certificates of a proof and of a key attestation', async () => {
    const x5c = header('x5c', Array(11).fill('AAAA'))
    const bound = 'more than 10 certificates'
    expectBound(await send(() => ({ keyAttestation: x5c })), 400, 'invalid_proof', bound)
    const inProof = (draft: Parameters<typeof x5c>[0]) => {
      delete draft.header.jwk
      x5c(draft)
    }
    expectBound(await send(() => ({ proof: inProof })), 400, 'invalid_proof', bound)
  })

  it('refuses too many attested keys', async () => {
    const answer = await send((wallet) => ({
      keyAttestation: claim('attested_keys', Array(101).fill(wallet.holderKeys[0]!.publicJwk)),
    }))
    expectBound(answer, 400, 'invalid_proof', 'more than 100 keys')
  })
})

it('the notification endpoint refuses too much nesting', async () => {
  const wallet = await createHandWallet(service)
  const token = await wallet.obtainToken()
  const answer = await wallet.http({
    method: 'POST',
    path: wallet.path('notification'),
    headers: [json, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('notification', token)]],
    body: `{"a":${nested(33)}}`,
  })
  expectBound(answer, 400, 'invalid_notification_request', 'deeper than 32 levels')
})

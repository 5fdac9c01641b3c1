import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { serviceForTests } from '@/lib/testing/service-for-tests'

const service = serviceForTests()
const { http } = service

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const der = privateKey.export({ type: 'pkcs8', format: 'der' })
const jwk = privateKey.export({ format: 'jwk' })
const keys = { keys: [jwk] }
const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['content-type', 'application/json']], body: JSON.stringify(body) })
const wallet = { name: 'Quillfern', version: '1.0' }

describe('a private key where none belongs', () => {
  it.each<[string, string, object, string]>([
    [
      'presentation_request',
      '/openid4vp/sessions',
      { presentation_request: { client_metadata: { jwks: keys } } },
      '/presentation_request/client_metadata/jwks/keys/0',
    ],
    [
      'verifier_info',
      '/openid4vp/sessions',
      { verifier_info: [{ format: 'jwt', data: pem }] },
      '/verifier_info/0/data',
    ],
    [
      'transaction_data',
      '/openid4vp/sessions',
      { transaction_data: [{ type: 'x', credential_ids: ['a'], note: pem }] },
      '/transaction_data/0/note',
    ],
    ['client_name', '/openid4vp/sessions', { client_name: pem }, '/client_name'],
    ['the name of a run', '/sessions', { run_name: JSON.stringify(jwk) }, '/run_name'],
    [
      'the claims of a credential type',
      '/sessions',
      { laboratory: { credentials: [{ claims: { key: jwk } }] } },
      '/laboratory/credentials/0/claims/key',
    ],
    [
      'verifier_info with DER',
      '/openid4vp/sessions',
      { verifier_info: [{ format: 'jwt', data: der.toString('base64url') }] },
      '/verifier_info/0/data',
    ],
    [
      'transaction_data with a JWK that has no kty',
      '/openid4vp/sessions',
      { transaction_data: [{ type: 'x', credential_ids: ['a'], key: { crv: jwk.crv, x: jwk.x, y: jwk.y, d: jwk.d } }] },
      '/transaction_data/0/key',
    ],
    ['client_name, percent-encoded', '/openid4vp/sessions', { client_name: encodeURIComponent(pem) }, '/client_name'],
    ['the name of a wallet', '/campaigns', { campaign: 'smoke', wallet: { ...wallet, name: pem } }, '/wallet/name'],
  ])('%s is 400 with the place, and repeats nothing of it', async (_name, path, body, pointer) => {
    const answer = await post(path, body)
    expect([answer.status, answer.object()]).toMatchObject([
      400,
      { error: 'invalid_request', errors: [{ pointer }], error_description: expect.stringContaining('private key') },
    ])
    const told = JSON.stringify(answer.object())
    for (const part of [jwk.d, pem.split('\n')[1]]) expect(told).not.toContain(part)
  })

  it('names every place', async () => {
    const { errors } = (
      await post('/openid4vp/sessions', { client_name: pem, verifier_info: [{ data: pem }] })
    ).object()
    expect(errors).toMatchObject([{ pointer: '/client_name' }, { pointer: '/verifier_info/0/data' }])
  })

  it.each(['/coverage/results', '/coverage/declarations'])('%s takes none in what a person enters', async (path) => {
    const answer = await post(path, { wallet, note: pem, tester: 'Ada' })
    expect([answer.status, answer.object()]).toMatchObject([400, { errors: [{ pointer: '/note' }] }])
  })

  it('is taken where it belongs', async () => {
    const body = { trust_framework: 'eu', access_certificate: { chain: 'no chain', private_key: pem } }
    const answer = await post('/openid4vp/sessions', body)
    expect([answer.status, answer.object()]).toMatchObject([400, { error: 'invalid_access_certificate' }])
  })
})

import { expect, it } from 'vitest'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { HttpRequest } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/**
 * A token that was called a bearer token although it is bound to a key (V20): whoever presents it goes on, in whatever scheme
 * and wherever. HAIP forbids that; without it a wallet that proves its key is told, and fails nothing. RFC9449-5
 */
const service = serviceForTests()

const wallet = (configuration: string): Promise<HandWallet> =>
  createHandWallet(service, { issuer_configuration_id: configuration, fault: 'token_type_bearer' })

const bearer = (fields: [string, string][]): void => {
  for (const field of fields) if (field[0] === 'Authorization') field[1] = field[1].replace('DPoP', 'Bearer')
}

async function verdict(one: HandWallet) {
  const { checks, outcome } = await one.view()
  return { outcome, found: checks.conformance.find(({ id }) => id === 'vci.fault.refused') }
}

it.each([
  ['eu-pid-jwt-proof-only', 'warn'],
  ['eu-pid-device-bound', 'fail'],
])('is no stop with the scheme DPoP and a proof, at %s: %s', async (configuration, status) => {
  const one = await wallet(configuration)
  expect((await one.requestCredential()).status).toBe(200)
  const { found, outcome } = await verdict(one)
  expect(found).toMatchObject({ status })
  expect(JSON.stringify(found?.actual)).toContain('the scheme DPoP and a DPoP proof')
  expect(JSON.stringify(outcome)).not.toMatch(/refused/i)
})

it.each(['eu-pid-jwt-proof-only', 'eu-pid-device-bound'])(
  'fails a wallet that presents it without a proof, at %s',
  async (configuration) => {
    const one = await wallet(configuration)
    await one.requestCredential({ dpop: null, headers: bearer })
    const { found } = await verdict(one)
    expect(found).toMatchObject({ status: 'fail' })
    expect(JSON.stringify(found?.actual)).toContain('the scheme Bearer and no DPoP proof')
  },
)

it.each<[string, (token: string) => Partial<HttpRequest>]>([
  ['to the nonce endpoint', (token) => ({ headers: [['Authorization', `Bearer ${token}`]] })],
  [
    'in a body',
    (token) => ({ body: JSON.stringify({ ticket: token }), headers: [['Content-Type', 'application/json']] }),
  ],
  ['in a header field', (token) => ({ headers: [['X-Access-Token', token]] })],
  [
    'to an address that does not exist',
    (token) => ({ path: `/issuers/x/userinfo?access_token=${token}`, method: 'GET' }),
  ],
])('fails a wallet that presents it anywhere else: %s', async (_place, request) => {
  const one = await wallet('eu-pid-jwt-proof-only')
  const token = await one.obtainToken()
  await one.http({ method: 'POST', path: one.path('nonce'), ...request(token) })
  expect((await verdict(one)).found).toMatchObject({ status: 'fail' })
})

import { describe, expect, it } from 'vitest'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/** An internal failure is recorded as such in its session, and reveals no internals. RFC9110-15.6.1 */
const service = serviceForTests()

const inside = 'the-inside-of-the-service'
/** Makes keys or random values fail, like a bug of ours. */
async function failing<T>(names: readonly ('issuerKeys' | 'random')[], run: () => Promise<T>): Promise<T> {
  const ports = service.container.ports as unknown as Record<string, unknown>
  const fail = (): never => {
    throw new TypeError(inside)
  }
  const whole = { ...ports }
  Object.assign(ports, Object.fromEntries(names.map((name) => [name, fail])))
  try {
    return await run()
  } finally {
    Object.assign(ports, whole)
  }
}

function expectServerError(answer: HttpAnswer): void {
  expect(answer.status).toBe(500)
  expect(answer.object()).toMatchObject({ error: 'server_error', error_description: expect.any(String) })
  expect(answer.body).not.toContain(inside)
  expect(answer.body).not.toMatch(/at .*:\d+/)
}

describe('a failure of the service', () => {
  it.each([
    ['token', 'token_rejected'],
    ['credential', 'credential_rejected'],
  ] as const)('at the %s endpoint is an event of its session', async (endpoint, type) => {
    const wallet = await createHandWallet(service)
    if (endpoint === 'credential') await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const answer = await failing(['random'], () =>
      endpoint === 'token' ? wallet.requestToken() : wallet.requestCredential({ nonce }),
    )
    expectServerError(answer)
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/inspect/issuance/${wallet.created.session_id}`)
    const view = await wallet.view()
    expect(view.status).toBe('error')
    expect(view.exchanges.at(-1)).toMatchObject({ path: wallet.path(endpoint), response: { status: 500 } })
    expect(view.events).toContainEqual(
      expect.objectContaining({
        type,
        detail: expect.objectContaining({ status: 500, error: 'server_error', reason: 'server_error' }),
      }),
    )
    // Findings up to the failure are kept.
    expect(view.checks.conformance).toContainEqual(
      expect.objectContaining({ id: `vci.${endpoint}.content_type`, status: 'pass' }),
    )
    expect((await wallet.requestCredential()).status).toBe(200)
    expect((await wallet.view()).status).toBe('credential_issued')
  })

  it('is on record where no session is known', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const requests: [string, () => Promise<HttpAnswer>][] = [
      [wallet.path('nonce'), () => wallet.http({ method: 'POST', path: wallet.path('nonce') })],
      [wallet.path('jwks.json'), () => wallet.http({ path: wallet.path('jwks.json') })],
      [wallet.path('credential'), () => wallet.requestCredential({ nonce })],
    ]
    for (const [path, send] of requests) {
      expectServerError(await failing(['issuerKeys', 'random'], send))
      const records = (await wallet.http({ path: '/oid4vci/requests' })).json() as JsonRecord[]
      expect(records.at(-1)).toMatchObject({ path, response: { status: 500 } })
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDemo } from '@/lib/demo/run-demo'
import { freePort } from '@/lib/testing/free-port'
import { startService, type TestService } from '@/lib/testing/service'

const operatorToken = 'a-token-of-the-operator'
let service: TestService
beforeAll(async () => {
  service = await startService({ env: { OPERATOR_TOKEN: operatorToken } })
})
afterAll(() => service.close())

/** The one sentence with which the demo stops; it has printed nothing before. */
async function stopped(baseUrl: string, token: string | undefined): Promise<string> {
  const said: string[] = []
  const settings = { baseUrl, dataDir: '/nowhere', adminApiKey: 'a-key-of-the-admin', operatorToken: token }
  const reason = await runDemo({ settings, say: (line) => said.push(line) }).then(
    () => null,
    (error: Error) => error,
  )
  expect([reason?.name, said]).toEqual(['DemoStop', []])
  return reason?.message ?? ''
}

describe('npm run demo', () => {
  it.each([undefined, 'another-token-than-that'])('says what a guarded service asks for: %s', async (token) => {
    expect(await stopped(service.baseUrl, token)).toBe(
      `The Wallet Capture at ${service.baseUrl} requires an operator token: run this command with the same OPERATOR_TOKEN.`,
    )
  })

  it('gets past the guard with the token', async () => {
    // This service has no scoreboard.
    expect(await stopped(service.baseUrl, operatorToken)).toContain('cannot be read')
  })

  it('says that no service runs', async () => {
    const baseUrl = `http://localhost:${await freePort()}`
    expect(await stopped(baseUrl, operatorToken)).toContain(`No Wallet Capture responds at ${baseUrl}`)
  })
})

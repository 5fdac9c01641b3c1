import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runDemo } from '@/lib/demo/run-demo'
import { covers } from '@/lib/testing/covers'
import { freePort } from '@/lib/testing/free-port'
import { serviceForTests } from '@/lib/testing/service-for-tests'

const operatorToken = 'a-token-of-the-operator'
const service = serviceForTests({ env: { OPERATOR_TOKEN: operatorToken } })

/** The sentence with which the demo stops; nothing else was printed before it. */
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
  covers('D23')
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

/**
 * A service with two built-in pipelines. It answers attempts to start a session in this order, then repeats the last
 * answer.
 */
async function serviceWith(...attempts: (readonly [status: number, retryAfter?: string])[]) {
  const recorded: Record<string, unknown>[] = []
  const pipeline = (name: string) => ({
    ...{ id: name, name, path: `wallet-capture/${name}` },
    definition: {
      ...{ version: 1, runner: 'built_in_wallet', entities: {} },
      steps: [{ id: 'issue', kind: 'issuance', session: {} }],
    },
  })
  let attempted = 0
  const respond = async (request: IncomingMessage): Promise<readonly [number, unknown, (string | undefined)?]> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    if (path === '/healthz') return [200, { status: 'ok' }]
    if (path === '/sessions') {
      const [status, retryAfter] = attempts[Math.min(attempted++, attempts.length - 1)] ?? [500]
      return [status, { error: 'too_many_requests' }, retryAfter]
    }
    if (path.startsWith('/sessions/')) return [404, { error: 'session_not_found' }]
    if (path.startsWith('/api/collections/pipelines/')) return [200, { items: [pipeline('first'), pipeline('second')] }]
    if (path === '/api/pipeline/executions') recorded.push(JSON.parse(Buffer.concat(chunks).toString()))
    return path.endsWith('/aggregate/start') ? [503, {}] : [201, {}]
  }
  const server = createServer(async (request, response) => {
    const [status, body, retryAfter] = await respond(request)
    const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) }
    response.writeHead(status, headers).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const said: string[] = []
  const waited: number[] = []
  const settings = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dataDir: '/nowhere',
    adminApiKey: 'key',
  }
  const reason = await runDemo({
    settings,
    say: (line) => said.push(line),
    wait: async (millis) => waited.push(millis),
  }).then(
    () => null,
    (error: Error) => error,
  )
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  return { recorded, said, waited, reason }
}

describe('npm run demo at a service that responds with 429', () => {
  it('records nothing of what was not run, and says when to come again', async () => {
    const { recorded, said, waited, reason } = await serviceWith([429, '3600'])
    expect(recorded).toEqual([])
    expect(waited).toEqual([])
    expect(said).toEqual(
      ['first', 'second'].map(
        (name) =>
          `${name}: not run, the service takes no more requests of this address for now (429): try again in 3600 s`,
      ),
    )
    expect([reason?.name, reason?.message]).toEqual([
      'DemoStop',
      '2 of 2 pipelines were not run, and nothing was recorded of them: the service had no room for them.',
    ])
  })

  it('waits as long as it is told, and runs what it can afterwards', async () => {
    const { recorded, said, waited, reason } = await serviceWith([429, '7'], [500], [429, '90'], [429, '90'])
    // The first pipeline runs after the wait. A session that cannot be created for another reason says nothing about
    // the wallet.
    expect(recorded).toMatchObject([{ pipeline: 'wallet-capture/first', status: 'canceled', reason: 'step_refused' }])
    expect(waited).toEqual([7000, 90_000])
    expect(said).toContain('The service asks to wait 7 s (429).')
    expect(said).toContainEqual(expect.stringMatching(/^second: not run, /))
    expect(reason?.message).toMatch(/^1 of 2 pipelines were not run/)
  })
})

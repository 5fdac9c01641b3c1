import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { epochMillis } from '@/lib/core/ground/time/time'
import { freePort } from '@/lib/testing/free-port'
import {
  adminKeyOf,
  endStarts,
  ready,
  runFile,
  runScript,
  type Start,
  started,
  statusOf,
  temporary,
  withoutTemporal,
} from '@/lib/testing/npm-start'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { ownLanAddresses } from '../../scripts/phone.mjs'
import { thorough } from '../../scripts/thorough.mjs'

afterAll(endStarts, 120_000)

const originOf = (start: Start, address: string): string =>
  `https://${isIP(address) === 6 ? `[${address}]` : address}:${new URL(start.origin).port}`

/** One start for all of it: a start with Temporal takes longer than what is tried. */
describe('npm start -- --phone', () => {
  let start: Start
  let address: string | undefined
  beforeAll(async () => {
    address = (await ownLanAddresses())[0]?.address
    start = await started({ HOST: '' }, ['--phone'])
    if (address !== undefined) await ready(start)
  }, 400_000)
  afterAll(endStarts, 120_000)

  it('serves https for the address in the local network, and gives a phone the root to trust it by', async () => {
    if (address === undefined) {
      expect(await start.ended).toBe(1)
      expect(start.output()).toMatch(/^This machine has no address in a local network: [^\n]+\n$/)
      return
    }
    const origin = originOf(start, address)
    expect(start.output()).toContain(`Wallet Capture is ready: ${origin}`)
    expect(start.output()).not.toMatch(/plain http:/)
    const [rootPage = ''] = /http:\/\/\S+/.exec(start.output()) ?? []
    expect(new URL(rootPage).hostname).toBe(new URL(origin).hostname)

    const page = await fetch(rootPage)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(origin)
    const der = Buffer.from(await (await fetch(`${rootPage}/root-ca.cer`)).arrayBuffer())
    const root = new X509Certificate(der)
    expect(root.toString()).toBe(
      new X509Certificate(readFileSync(join(start.dataDir, 'keys/root-ca.cert.pem'))).toString(),
    )
    expect(start.output()).toContain(root.fingerprint256)
    expect(await statusOf(`${rootPage}/sessions`)).toBe(404)
    expect((await fetch(rootPage, { method: 'POST', body: 'x' })).status).toBe(405)

    const trusting = createNodeClient({ ca: [root.toString()] })
    const get = (path: string) => trusting({ method: 'GET', url: origin + path, headers: [], body: null })
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/')).body).not.toMatch(/plain http/)
    await expect(fetch(`${origin}/readyz`)).rejects.toThrow()

    const made = await trusting({
      method: 'POST',
      url: `${origin}/start`,
      ...form('run=clean&flow=pre_authorized_code'),
    })
    expect(made.status).toBe(303)
    const id = made.headers
      .find(([name]) => name.toLowerCase() === 'location')?.[1]
      .split('/')
      .at(-1)
    const session = async () => JSON.parse((await get(`/sessions/${id}`)).body)
    await vi.waitFor(async () => expect((await session()).status).toMatch(/^credential_(issued|accepted)$/), {
      timeout: 60_000,
      interval: 100,
    })
    const { deeplink } = JSON.parse(
      (
        await trusting({
          method: 'POST',
          url: `${origin}/sessions`,
          headers: [],
          body: '{"flow":"pre_authorized_code"}',
        })
      ).body,
    )
    const wallet = await runScript('wallet', { DATA_DIR: start.dataDir }, [deeplink])
    expect(wallet.output).toContain('Stored: ')
    expect(wallet.code).toBe(0)
  }, 400_000)

  // `start-temporal.test.ts` runs the demo over plain http each time.
  it('runs the demo and the worker over that https', async () => {
    if (address === undefined) return
    const waiting = { timeout: 60_000, interval: 200 }
    await vi.waitFor(() => expect(runFile(start).children.map(({ name }) => name)).toContain('the worker'), waiting)
    if (thorough) {
      const demo = await runScript('demo', { DATA_DIR: start.dataDir })
      expect(demo.output).toMatch(/The scoreboard shows [1-9]\d* pipelines\./)
      expect(demo.code).toBe(0)
    }
    const root = readFileSync(join(start.dataDir, 'keys/root-ca.cert.pem'), 'utf8')
    const trusting = createNodeClient({ ca: [root] })
    const headers: [string, string][] = [['x-api-key', adminKeyOf(start)]]
    const origin = originOf(start, address)
    const ask = async (method: 'GET' | 'POST', path: string) => {
      const { body } = await trusting({ method, url: origin + path, headers, body: null })
      return JSON.parse(body)
    }
    const { workflowRunId } = await ask('POST', '/api/pipeline/scoreboard/aggregate/start')
    const committed = async () =>
      (await ask('GET', '/api/collections/scoreboard_state/records')).items[0].committed_aggregation
    await vi.waitFor(async () => expect(await committed()).toBe(workflowRunId), waiting)
  }, 400_000)
})

it('npm start serves https with files of your own, and the commands beside it work', async () => {
  const folder = temporary()
  const now = () => epochMillis(Date.now())
  const port = String(await freePort())
  await openKeyStore({ directory: folder, baseUrl: 'https://localhost', now, server: true })
  const tls = {
    TLS_CERT_FILE: join(folder, 'server.cert.pem'),
    TLS_KEY_FILE: join(folder, 'server.key.pem'),
    NODE_EXTRA_CA_CERTS: join(folder, 'root-ca.cert.pem'),
  }
  const start = await started({ ...withoutTemporal, ...tls, PORT: port })
  await ready(start)
  const origin = `https://localhost:${port}`
  expect(start.output()).toContain(`Wallet Capture is ready: ${origin}`)
  const trusting = createNodeClient({ ca: [readFileSync(tls.NODE_EXTRA_CA_CERTS, 'utf8')] })
  const body = '{"flow":"pre_authorized_code"}'
  const { deeplink } = JSON.parse(
    (await trusting({ method: 'POST', url: `${origin}/sessions`, headers: [], body })).body,
  )
  const wallet = await runScript('wallet', { ...tls, DATA_DIR: start.dataDir }, [deeplink])
  expect(wallet.output).toContain('Stored: ')
  expect(wallet.code).toBe(0)
}, 400_000)

const form = (body: string) => ({
  headers: [['content-type', 'application/x-www-form-urlencoded']] as [string, string][],
  body,
})

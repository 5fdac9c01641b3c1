import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import type { Service } from './supervisor.mjs'
import { followParts, partsLine, partsOf } from './where.mjs'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A service that answers with this, if it is asked with the key for its namespaces. */
async function serviceOf(body: string | (() => string)): Promise<number> {
  const server = createServer((request, response) => {
    const isRight = request.url === '/api/organizations/namespaces' && request.headers['x-api-key'] === 'the-key'
    response.statusCode = isRight ? 200 : 401
    response.end(typeof body === 'string' ? body : body())
  })
  closing.push(() => server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

const worker = {
  name: 'the worker',
  env: { TEMPORAL_ADDRESS: '127.0.0.1:7234', POCKETBASE_URL: 'http://127.0.0.1:4000' },
} as unknown as Service
const services = [{ ...worker, name: 'Temporal' }, worker]
const settingsOf = (port: number) => ({ host: '127.0.0.1', port, adminApiKey: 'the-key' })
const pocketbase = { url: 'http://127.0.0.1:4000', dashboard: 'http://127.0.0.1:4000/_/' }

it('tells where Temporal is, with each of its namespaces, and the dashboard', async () => {
  const settings = settingsOf(await serviceOf('{"namespaces":["acme","wallet-capture"]}'))
  const parts = await partsOf({ services, settings, isUp: () => true })
  expect(parts).toEqual({
    temporal: { address: '127.0.0.1:7234', namespaces: ['default', 'acme', 'wallet-capture'] },
    pocketbase,
  })
  expect(partsLine(parts)).toBe(
    "  Everything is up. Temporal: 127.0.0.1:7234 (namespaces default, acme, wallet-capture). PocketBase's dashboard: http://127.0.0.1:4000/_/ (npm run pocketbase tells how to sign in).",
  )
})

it('names the first of many namespaces, and no Temporal that is not up', async () => {
  const namespaces = Array.from({ length: 100 }, (_, index) => `org-${index}`)
  const settings = settingsOf(await serviceOf(JSON.stringify({ namespaces })))
  const parts = await partsOf({ services, settings, isUp: () => true })
  expect(parts.temporal?.namespaces).toHaveLength(101)
  expect(partsLine(parts)).toContain(
    '(namespaces default, org-0, org-1, org-2, org-3, org-4, org-5, org-6 and 93 more, in run.json)',
  )
  expect(await partsOf({ services, settings, isUp: (name) => name !== 'Temporal' })).toEqual({ pocketbase })
})

it('knows a Temporal that runs elsewhere by the worker that uses it', async () => {
  const settings = settingsOf(await serviceOf('{"namespaces":[]}'))
  const elsewhere = { services: [worker], settings }
  expect((await partsOf({ ...elsewhere, isUp: () => true })).temporal?.address).toBe('127.0.0.1:7234')
  expect(await partsOf({ ...elsewhere, isUp: () => false })).toEqual({ pocketbase })
})

it.each(['not JSON', '{}', 'null', '{"namespaces":[1]}'])('names no namespace where the answer is %s', async (body) => {
  const settings = settingsOf(await serviceOf(body))
  const parts = await partsOf({ services, settings, isUp: () => true })
  expect(parts.temporal?.namespaces).toEqual(['default'])
})

it('follows what is registered later, and keeps what it knew while the service does not say', async () => {
  let answer = '{"namespaces":["acme"]}'
  const asked = { services, settings: settingsOf(await serviceOf(() => answer)), isUp: () => true }
  const told: (readonly string[] | undefined)[] = []
  const stop = followParts({
    ...asked,
    parts: await partsOf(asked),
    tell: ({ temporal }) => void told.push(temporal?.namespaces),
    everyMs: 1,
  })
  answer = 'away'
  const looked = await partsOf(asked)
  expect(looked.temporal?.namespaces).toEqual(['default'])
  answer = '{"namespaces":["acme","birch"]}'
  await eventually(async () => told.length > 0)
  stop()
  expect(told).toEqual([['default', 'acme', 'birch']])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { msToTs } from '@temporalio/common/lib/time.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAggregationStore } from '@/lib/adapters/pocketbase/scoreboard/aggregation-store'
import { createReconciliationStore } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import { type AggregationWorld, openAggregationWorld, workflowBundlePath } from '@/lib/testing/aggregation-world'
import { type HostedTemporal, hostTemporal } from '@/lib/testing/hosted-temporal'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { connectionOptions, type TemporalSettings } from './connection'
import { type AggregationWorker, startAggregationWorker } from './run-worker'
import { createScheduler } from './scheduler'
import { createServiceApi } from './service-api'

const apiKey = 'the-key-that-the-provider-gave'
const warnings: unknown[][] = []

let directory: string
let world: AggregationWorld
let hosted: HostedTemporal
let temporal: TemporalSettings
let worker: AggregationWorker
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-capture-hosted-'))
  world = await openAggregationWorld({ working: false })
  hosted = await hostTemporal(world.temporalServer.address, apiKey, directory)
  temporal = { address: hosted.address, tls: false, caFile: hosted.caFile, apiKey }
  for (const name of ['made-by-the-provider', 'made-by-nobody'])
    await world.create('organizations', { name, canonified_name: name, namespace_state: 'pending' })
  await world.temporal.workflowService.registerNamespace({
    namespace: 'made-by-the-provider',
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  })
  worker = await startAggregationWorker({
    temporal,
    workflowBundlePath,
    store: createAggregationStore(world.client),
    reconciliation: createReconciliationStore(world.client),
    api: createServiceApi(world.service.baseUrl, testAdminKey),
    now: world.service.now,
    warn: (...warning) => warnings.push(warning),
  })
})
afterAll(async () => {
  await worker?.stop()
  hosted?.close()
  await world?.close()
  await rm(directory, { recursive: true })
})

const states = async () => {
  const found = await world.client.sdk.collection('organizations').getFullList()
  return Object.fromEntries(found.map(({ canonified_name, namespace_state }) => [canonified_name, namespace_state]))
}

describe('a hosted Temporal', () => {
  it('takes worker and web server by the key, and aggregates the namespaces that its provider made', async () => {
    const scheduler = createScheduler(temporal)
    await expect.poll(scheduler.parts).toEqual({ temporal: true, worker: true })
    await scheduler.close()
    expect(await states()).toMatchObject({ 'made-by-the-provider': 'ready', 'made-by-nobody': 'failed' })
    expect(await world.aggregate()).toMatchObject({ output: { namespaces_failed: 0, records_count: 0 } })
  })

  it('that registers no namespaces is told once, with those that are missing', async () => {
    await world.create('organizations', { name: 'later', canonified_name: 'later', namespace_state: 'pending' })
    await world.aggregate()
    expect(await states()).toMatchObject({ 'made-by-nobody': 'failed', later: 'failed' })
    expect(hosted.refused.filter((path) => path.endsWith('RegisterNamespace')).length).toBeGreaterThan(2)
    expect(warnings).toEqual([
      [expect.stringContaining('lets the service register no namespaces'), { namespaces: ['made-by-nobody'] }],
    ])
    await world.temporal.workflowService.registerNamespace({
      namespace: 'later',
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    })
    // Temporal remembers for some seconds that there is none.
    await expect
      .poll(async () => {
        await world.aggregate()
        return (await states()).later
      })
      .toBe('ready')
  })

  it('is down for who has another key, and no error repeats one', async () => {
    const others = { ...temporal, apiKey: 'the-key-of-somebody-else' }
    const scheduler = createScheduler(others)
    expect(await scheduler.parts()).toEqual({ temporal: false, worker: false })
    const failure = await scheduler.list().catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SchedulerUnavailable' })
    const told = (error: unknown): string =>
      error instanceof Error ? `${error.stack} ${JSON.stringify(error)} ${told(error.cause)}` : ''
    expect(told(failure)).toContain('refused by the provider')
    expect(told(failure)).not.toContain(others.apiKey)
    await scheduler.close()
  })

  it('gets the key by TLS only', () => {
    expect(connectionOptions({ address: 'a.example.org:7233', tls: false, apiKey })).toEqual({
      address: 'a.example.org:7233',
      tls: {},
      apiKey,
    })
    expect(connectionOptions({ address: 'a.example.org:7233', tls: false })).toEqual({ address: 'a.example.org:7233' })
  })
})

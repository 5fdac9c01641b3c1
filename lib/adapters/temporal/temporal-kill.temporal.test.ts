import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import {
  addOrganizations,
  kill,
  type ManyNamespaces,
  namespaceCount,
  openManyNamespaces,
  until,
} from '@/lib/testing/many-namespaces'
import { thorough } from '@/scripts/thorough.mjs'

let many: ManyNamespaces
/** Works in the first two tests. */
let worker: ChildProcess
beforeAll(async () => {
  many = await openManyNamespaces()
  worker = await many.world.startWorkerProcess()
})
afterAll(() => many.world.close())

const aggregationOf = (runId: string) => many.world.temporal.workflow.getHandle('aggregate-scoreboard', runId)

describe('an aggregation', () => {
  covers('S56')
  it('that Temporal is killed under is finished once when it is back', async () => {
    const { world } = many
    const before = await many.committed()
    const runId = await many.start()
    await many.untilAsking(runId)
    await world.temporalServer.end('SIGKILL')
    const refused = await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' })
    expect([refused.status, (await refused.json()).error]).toEqual([503, 'temporal_unavailable'])
    await world.temporalServer.start()
    await many.expectWhole(runId, before)
  })

  it('that two workers share is done once', async () => {
    const other = await many.world.startWorkerProcess()
    const identities = new Set<string>()
    // Temporal decides which worker gets a task; eventually each has had one.
    while (identities.size < 2) {
      const before = await many.committed()
      const runId = await many.start()
      await many.expectWhole(runId, before)
      const { events } = await aggregationOf(runId).fetchHistory()
      for (const { activityTaskStartedEventAttributes: started } of events ?? [])
        if (started?.identity) identities.add(started.identity)
    }
    for (const one of [worker, other]) await kill(one)
  })
})

describe('a schedule that outlives an outage', () => {
  covers('S52')
  it('is there again, and what was missed is made up for by one run at most', async () => {
    const { world } = many
    const start = '/api/pipeline/scoreboard/aggregate/start?schedule=1'
    const { schedule_id: id } = await (await world.call(start, { method: 'POST' })).json()
    const handle = world.temporal.schedule.getHandle(id)
    const query = `WorkflowType = 'AggregateScoreboardWorkflow' AND TemporalScheduledById = '${id}'`
    // No worker runs, so the first run never ends, and every later one is missed or skipped.
    await until(async () => (await handle.describe()).info.numActionsSkippedOverlap > 0)
    await world.temporalServer.end('SIGKILL')
    await until(async () => (await world.call(start, { method: 'POST' })).status === 503)
    await world.temporalServer.start()
    await until(async () => {
      const again = await world.call(start, { method: 'POST' })
      return again.status === 200 && (await again.json()).created === false
    })
    const { numActionsSkippedOverlap: skipped, numActionsTaken: taken } = (await handle.describe()).info
    await until(async () => (await handle.describe()).info.numActionsSkippedOverlap > skipped)
    expect((await handle.describe()).info.numActionsTaken).toBe(taken)
    expect(taken).toBe(1)
    expect((await world.temporal.workflow.count(query)).count).toBe(1)
    const path = `/api/pipeline/scoreboard/aggregate/schedule/${id}`
    expect((await world.call(path, { method: 'DELETE' })).status).toBe(200)
    for await (const { workflowId } of world.temporal.workflow.list({ query }))
      await world.temporal.workflow.getHandle(workflowId).terminate()
  })
})

/** By day a quarter of a thousand: what is bounded grows with their number, and so do the bounds, 400 events and 64 kB in each. */
const manyMore = thorough ? 1000 : 250

describe('a thousand namespaces', () => {
  covers('S57')
  it('stay small in history and payloads', async () => {
    const { world } = many
    await addOrganizations(world, namespaceCount, manyMore)
    world.worker = await world.startWorker()
    const runId = await many.start()
    expect((await aggregationOf(runId).result()).output).toMatchObject({
      namespaces_processed: manyMore + 1,
      namespaces_failed: 0,
    })
    const { events } = await aggregationOf(runId).fetchHistory()
    expect(events?.length).toBeLessThan(0.4 * manyMore)
    for (const event of events ?? []) expect(JSON.stringify(event).length).toBeLessThan(64 * manyMore)
  })
})

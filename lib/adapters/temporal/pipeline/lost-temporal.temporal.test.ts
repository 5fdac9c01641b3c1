import { Client } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { eventually } from '@/lib/testing/eventually'

const namespace = 'latecomer'
let world: AggregationWorld
let pipelineId: string
beforeAll(async () => {
  world = await openAggregationWorld()
  const owner = await world.create('organizations', {
    ...{ name: namespace, canonified_name: namespace, namespace_state: 'pending' },
  })
  const definition = {
    version: 1,
    runner: 'external_ci',
    steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
  }
  const record = { name: 'late', canonified_name: 'late', published: true, definition }
  pipelineId = (await world.create('pipelines', { ...record, owner: owner.id })).id
})
afterAll(() => world.close())

const ask = (method: string, what: string, body?: object) =>
  world.call(`/api/pipelines/${pipelineId}/${what}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const inNamespace = () => new Client({ connection: world.temporal.connection, namespace })

describe('a pipeline whose organisation Temporal does not know', () => {
  it('is run at once, without waiting until somebody registers its namespace', async () => {
    const response = await ask('POST', 'run')
    expect(response.status).toBe(202)
    const { workflow_id } = await response.json()
    expect((await inNamespace().workflow.getHandle(workflow_id).describe()).status.name).toBe('RUNNING')
  })

  it('has its schedule again once a worker starts, where Temporal has lost it', async () => {
    const handle = inNamespace().schedule.getHandle(`pipeline-${pipelineId}`)
    expect((await ask('PUT', 'schedule', { daily_at: '04:05' })).status).toBe(200)
    await handle.delete()
    await expect(handle.describe()).rejects.toThrow()
    await world.startWorkerProcess()
    const found = await eventually(() => handle.describe().catch(() => null))
    expect(found?.spec.calendars?.[0]).toMatchObject({ hour: [{ start: 4 }], minute: [{ start: 5 }] })
  })
})

it('the daily aggregation is made, moved, kept as it is paused, and ended', async () => {
  const handle = world.temporal.schedule.getHandle('aggregate-scoreboard-schedule-daily')
  const keep = async (at: { hour: number; minute: number } | null) => world.worker?.aggregateDaily(at)
  await keep({ hour: 3, minute: 15 })
  await handle.pause()
  await keep({ hour: 4, minute: 25 })
  const { spec, state, memo } = await handle.describe()
  expect(spec.calendars?.[0]).toMatchObject({ hour: [{ start: 4 }], minute: [{ start: 25 }] })
  expect([state.paused, memo?.every_seconds]).toEqual([true, 86_400])
  await handle.unpause()
  await handle.trigger()
  await eventually(async () => (await handle.describe()).info.recentActions.length > 0)
  await keep(null)
  await keep(null)
  await expect(handle.describe()).rejects.toThrow()
})

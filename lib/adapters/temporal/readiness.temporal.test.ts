import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aggregationTaskQueue } from '@/lib/core/scoreboard/aggregation-workflow'
import { startTemporal, type TestTemporal } from '@/lib/testing/temporal'
import { createScheduler, type TemporalScheduler } from './scheduler'

let temporal: TestTemporal
let scheduler: TemporalScheduler
beforeAll(async () => {
  temporal = await startTemporal()
  scheduler = createScheduler({ address: temporal.address, tls: false })
})
afterAll(async () => {
  await scheduler.close()
  await temporal.remove()
})

const waiting = { timeout: 30_000, interval: 200 }

describe('the parts that aggregate', () => {
  it('are told one by one: Temporal while it answers, the worker once one asks for work', async () => {
    await expect.poll(scheduler.parts, waiting).toEqual({ temporal: true, worker: false })

    const connection = await Connection.connect({ address: temporal.address })
    const asked = connection.withDeadline(Date.now() + 10_000, () =>
      connection.workflowService.pollWorkflowTaskQueue({
        namespace: 'default',
        taskQueue: { name: aggregationTaskQueue },
        identity: 'a worker',
      }),
    )
    const settled = asked.catch(() => undefined)
    await expect.poll(scheduler.parts, waiting).toEqual({ temporal: true, worker: true })

    await temporal.end('SIGKILL')
    await settled
    await connection.close()
    expect(await scheduler.parts()).toEqual({ temporal: false, worker: false })

    await temporal.start()
    await expect.poll(async () => (await scheduler.parts()).temporal, waiting).toBe(true)
  })
})

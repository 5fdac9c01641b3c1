import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'

let world: AggregationWorld
beforeAll(async () => {
  world = await openAggregationWorld()
  const { path } = await world.pipeline('scheduled')
  await world.execute({ pipeline: path })
})
afterAll(async () => {
  for await (const { scheduleId } of world.temporal.schedule.list())
    await world.temporal.schedule.getHandle(scheduleId).delete()
  await world.close()
})

const schedule = async (value: string) => start(`?schedule=${value}`)
const start = async (query: string) => {
  const path = `/api/pipeline/scoreboard/aggregate/start${query}`
  const response = await world.call(path, { method: 'POST' })
  return { status: response.status, body: await response.json() }
}
const cancel = async (id: string) => {
  const path = `/api/pipeline/scoreboard/aggregate/schedule/${encodeURIComponent(id)}`
  const response = await world.call(path, { method: 'DELETE' })
  return { status: response.status, body: await response.json() }
}
/** Waits for a condition until the test times out. */
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100))
}
const runs = async (query: string) => {
  const found = []
  for await (const run of world.temporal.workflow.list({ query })) found.push(run)
  return found
}
const scheduledRuns = "WorkflowType = 'AggregateScoreboardWorkflow' AND TemporalScheduledById = "

describe('a schedule', () => {
  covers('B4.4', 'S49')
  it('is made once for an interval, and refused for what is not a number of seconds', async () => {
    const first = await schedule('300')
    const id = 'aggregate-scoreboard-schedule-300'
    expect(first).toMatchObject({ status: 200, body: { schedule_id: id, created: true, message: expect.any(String) } })
    expect(Date.parse(first.body.next_run_at)).toBeGreaterThan(Date.now())
    expect(await schedule('300')).toMatchObject({ status: 200, body: { schedule_id: id, created: false } })
    for (const wrong of ['', '%20', '0', '-1', '1.5', 'abc', '1e3', '99999999999', '300&schedule=400'])
      expect([wrong, await schedule(wrong)]).toEqual([
        wrong,
        { status: 400, body: expect.objectContaining({ error: 'invalid_schedule', message: expect.any(String) }) },
      ])
    expect((await start('?schedule')).status).toBe(400)
    const once = await start('?other=')
    expect(once.body).toMatchObject({ workflowId: 'aggregate-scoreboard' })
    await world.temporal.workflow.getHandle('aggregate-scoreboard', once.body.workflowRunId).result()
    const both = await Promise.all([schedule('400'), schedule('400')])
    expect(both.map(({ body }) => body.created).sort()).toEqual([false, true])
  })

  covers('B1.9', 'S50')
  it('really runs the registered workflow, again and again', async () => {
    const { body } = await schedule('2')
    const query = `${scheduledRuns}'${body.schedule_id}'`
    await until(async () => (await runs(query)).filter(({ status }) => status.name === 'COMPLETED').length >= 2)
    for (const { status } of await runs(query)) expect(['COMPLETED', 'RUNNING']).toContain(status.name)
    expect(await world.rows()).toMatchObject([{ total_runs: 1 }])
    expect((await cancel(body.schedule_id)).status).toBe(200)
  })

  covers('S52')
  it('that is due while its last run continues is skipped', async () => {
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    world.intercept = async (_path, send) => {
      await held
      return send()
    }
    const { body } = await schedule('1')
    const handle = world.temporal.schedule.getHandle(body.schedule_id)
    await until(async () => (await handle.describe()).info.numActionsSkippedOverlap >= 2)
    const running = await runs(`${scheduledRuns}'${body.schedule_id}' AND ExecutionStatus = 'Running'`)
    expect(running.length).toBeLessThanOrEqual(1)
    const { policies } = await handle.describe()
    expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 60_000, pauseOnFailure: false })
    await cancel(body.schedule_id)
    world.intercept = (_path, send) => send()
    release()
  })

  covers('B4.5', 'S51')
  it('is cancelled once, and a schedule of someone else never', async () => {
    const id = 'aggregate-scoreboard-schedule-400'
    expect(await cancel(id)).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String), schedule_id: id },
    })
    expect(await cancel(id)).toMatchObject({ status: 404, body: { error: 'schedule_not_found' } })
    const foreign = world.temporal.schedule.getHandle('foreign')
    await world.temporal.schedule.create({
      scheduleId: 'foreign',
      spec: { intervals: [{ every: '1h' }] },
      action: { type: 'startWorkflow', workflowType: 'Other', taskQueue: 'other' },
    })
    expect((await cancel('foreign')).status).toBe(404)
    expect((await foreign.describe()).scheduleId).toBe('foreign')
    for (const path of ['../foreign', '..', 'a/../../x', ' ']) expect((await cancel(path)).status).toBe(404)
    expect((await cancel('x'.repeat(201))).status).toBe(400)
    expect((await cancel('a\nb')).status).toBe(400)
  })

  covers('S51')
  it('that was cancelled can be made again at once, and is new then', async () => {
    for (let round = 0; round < 3; round++) {
      const { status, body } = await schedule('700')
      expect([status, body.created]).toEqual([200, true])
      expect(Date.parse(body.next_run_at)).toBeGreaterThan(Date.now())
      expect((await cancel(body.schedule_id)).status).toBe(200)
    }
  })

  covers('S49')
  it('there are five at most', async () => {
    const made = []
    for (const seconds of [500, 501, 502, 503, 504, 505]) made.push((await schedule(String(seconds))).status)
    expect(made).toEqual([200, 200, 200, 200, 409, 409])
    expect((await schedule('500')).status).toBe(200)
  })
})

describe('the daily schedule of the built-in pipelines', () => {
  it('replaces the rows of our own aggregations, and none that somebody saved', async () => {
    const id = 'aggregate-scoreboard-schedule-daily'
    const ran: string[] = []
    const runNow = async () => {
      await world.temporal.schedule.getHandle(id).trigger()
      const query = `${scheduledRuns}'${id}' AND ExecutionStatus = 'Completed'`
      await until(async () => (await runs(query)).some(({ runId }) => !ran.includes(runId)))
      const one = (await runs(query)).find(({ runId }) => !ran.includes(runId))
      ran.push(one?.runId ?? '')
      return world.temporal.workflow.getHandle(one?.workflowId ?? '', one?.runId).result()
    }
    await world.worker?.aggregateDaily({ hour: 3, minute: 4 })
    await world.worker?.aggregateDaily({ hour: 4, minute: 5 })
    await world.aggregate()
    expect(await runNow()).toMatchObject({ output: { records_count: 1, namespaces_processed: 1 } })
    const saved = {
      pipeline_id: (await world.pipeline('theirs')).id,
      total_runs: 7,
      total_successes: 7,
      success_rate: 100,
    }
    expect((await world.save({ aggregated_pipelines: [saved] })).status).toBe(200)
    const theirs = await world.rows()
    expect(await runNow()).toMatchObject({
      message: expect.stringContaining('Somebody saved the rows'),
      output: { seq: 0, records_count: 0 },
    })
    expect(await world.rows()).toEqual(theirs)
    // Whoever starts one asks for it.
    await world.aggregate()
    expect(await world.rows()).not.toEqual(theirs)
  })
})

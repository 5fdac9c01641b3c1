import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { kill, type ManyNamespaces, openManyNamespaces, until } from '@/lib/testing/many-namespaces'

let many: ManyNamespaces
/** The one that works now: who took over in the first test is killed in the next one. */
let worker: ChildProcess
beforeAll(async () => {
  many = await openManyNamespaces()
  worker = await many.world.startWorkerProcess()
})
afterAll(() => many.world.close())

describe('an aggregation whose worker is killed', () => {
  covers('S56')
  it('while it asks namespaces is finished once by another one', async () => {
    const before = await many.committed()
    const runId = await many.start()
    await many.untilAsking(runId)
    await kill(worker)
    worker = await many.world.startWorkerProcess()
    await many.expectWhole(runId, before)
  })

  covers('S56')
  it('while it saves is finished once by another one', async () => {
    const before = await many.committed()
    await many.world.sql(
      // Slows the commit down, so that the worker can be killed in the middle of it.
      'CREATE TRIGGER slow BEFORE UPDATE ON scoreboard_state BEGIN SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT i FROM n); END',
    )
    const runId = await many.start()
    await until(async () => (await many.aggregation(runId)).state !== 'open')
    await kill(worker)
    await many.world.sql('DROP TRIGGER slow')
    worker = await many.world.startWorkerProcess()
    await many.expectWhole(runId, before)
  })
})

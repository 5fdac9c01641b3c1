import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
let ids: string[]
beforeAll(async () => {
  world = await openScoreboardWorld()
  ids = (await Promise.all(['a', 'b', 'c'].map((name) => world.pipeline(name)))).map(({ id }) => id)
})
afterAll(() => world.close())

const save = async (rows: unknown[], more: Record<string, unknown> = {}) => {
  const response = await world.save({ aggregated_pipelines: rows, ...more })
  return { status: response.status, body: await response.json() }
}
const rowsWith = (runs: number) =>
  ids.map((id) => rowOf(id, { total_runs: runs, total_successes: 1, manual_executions: runs }))
const begin = (id: string) =>
  world.service.container.ports.scoreboard.store.begin({
    id,
    source: 'workflow',
    workflowId: 'w',
    runId: id,
    at: world.service.now(),
  })
const runs = async () => new Set((await world.rows()).map((row) => row.total_runs))

describe('the refresh of the scoreboard', () => {
  covers('B1.8', 'S31')
  it('an aggregation that started earlier never overwrites one that started later', async () => {
    await begin('started-first')
    await begin('started-second')
    expect((await save(rowsWith(22), { aggregation_id: 'started-second' })).status).toBe(200)
    expect(await save(rowsWith(11), { aggregation_id: 'started-first' })).toMatchObject({
      status: 409,
      body: { error: 'stale_aggregation' },
    })
    expect(await runs()).toEqual(new Set([22]))
    expect((await save(rowsWith(11), { aggregation_id: 'started-first' })).status).toBe(409)
  })

  covers('S31')
  it('an aggregation that was given up is not committed by a part that comes late', async () => {
    await begin('given-up')
    const part = (index: number) =>
      save([rowsWith(7)[index]], { aggregation_id: 'given-up', part: { index, total: 2 } })
    expect((await part(0)).status).toBe(202)
    await world.client.call('/api/internal/scoreboard/fail', { method: 'POST', body: { id: 'given-up' } })
    for (const index of [1, 0])
      expect(await part(index)).toMatchObject({ status: 409, body: { error: 'stale_aggregation' } })
    expect(await world.count("SELECT count(*) AS n FROM scoreboard_stage WHERE aggregation = 'given-up'")).toBe(0)
    expect(await runs()).toEqual(new Set([22]))
  })

  covers('S32')
  it('of two commits at once the later start wins, whichever comes first', async () => {
    for (const flip of [false, true]) {
      const [early, late] = [`race-early-${flip}`, `race-late-${flip}`]
      await begin(early)
      await begin(late)
      const both = [save(rowsWith(31), { aggregation_id: early }), save(rowsWith(32), { aggregation_id: late })]
      const answers = await Promise.all(flip ? both.reverse() : both)
      expect(answers.map(({ status }) => status)).toContain(200)
      expect(await runs()).toEqual(new Set([32]))
    }
  })

  covers('S33')
  it('a part may be repeated, nothing is committed before the last, and the answer is given again', async () => {
    const part = (index: number, rows: unknown[], total = 3) =>
      save(rows, { aggregation_id: 'in-parts', part: { index, total } })
    const all = rowsWith(40)
    expect(await part(0, [all[0]])).toMatchObject({ status: 202, body: { committed: false, parts_received: 1 } })
    expect(await part(0, [all[0]])).toMatchObject({ status: 202, body: { parts_received: 1, parts_total: 3 } })
    expect(await part(1, [all[1]], 2)).toMatchObject({ status: 409, body: { error: 'part_mismatch' } })
    expect(await part(2, [all[2]])).toMatchObject({ status: 202, body: { parts_received: 2 } })
    expect(await runs()).toEqual(new Set([32]))
    const last = await part(1, [all[1]])
    expect(last).toMatchObject({ status: 200, body: { committed: true, records_count: 3, aggregation_id: 'in-parts' } })
    expect(last.body).not.toHaveProperty('replayed')
    expect(await part(1, [all[1]])).toEqual({ status: 200, body: { ...last.body, replayed: true } })
    expect(await part(1, [rowOf(ids[1]!)])).toMatchObject({
      status: 409,
      body: { error: 'aggregation_already_committed' },
    })
    expect(await runs()).toEqual(new Set([40]))
  })

  covers('S30')
  it('an error between the writing of new rows and the deleting of old ones leaves the old generation', async () => {
    const before = await world.rows()
    await world.sql(
      "CREATE TRIGGER fail_on_delete BEFORE DELETE ON pipeline_scoreboard_cache BEGIN SELECT RAISE(ABORT, 'on purpose'); END",
    )
    const failed = await save([rowOf(ids[0]!, { total_runs: 99 })])
    expect(failed).toMatchObject({ status: 503, body: { error: 'store_unavailable', message: expect.any(String) } })
    expect(await world.rows()).toEqual(before)
    await world.sql('DROP TRIGGER fail_on_delete')
    expect((await save([rowOf(ids[0]!, { total_runs: 99 })])).status).toBe(200)
  })

  covers('B1.8')
  it('an empty list empties the scoreboard only where that is wanted, and no namespace failed', async () => {
    const empty = (more: Record<string, unknown>) => save([], more)
    await save(rowsWith(50))
    await begin('empty-one')
    for (const known of [{}, { aggregation_id: 'empty-one' }, { aggregation_id: 'never-begun' }]) {
      expect((await empty(known)).status).toBe(400)
      expect((await empty({ ...known, allow_empty: false })).status).toBe(400)
      expect((await empty({ ...known, allow_empty: true, failed_namespaces: ['x'] })).status).toBe(400)
    }
    expect(await world.rows()).toHaveLength(3)
    const done = await empty({ aggregation_id: 'empty-one', allow_empty: true })
    expect(done).toMatchObject({ status: 200, body: { success: true } })
    expect(done.body).not.toHaveProperty('records_count')
    expect(await world.rows()).toEqual([])
  })

  covers('B4.2', 'S20')
  it('the admin key and allow_empty alone truncate the cache', async () => {
    expect((await save(rowsWith(51))).status).toBe(200)
    const body = JSON.stringify({ aggregated_pipelines: [], allow_empty: true })
    const headers = { 'content-type': 'application/json' }
    const address = `${world.service.baseUrl}/api/pipeline/scoreboard/save-results`
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(401)
    expect(await world.rows()).toHaveLength(3)
    expect(await save([], { allow_empty: true })).toMatchObject({ status: 200, body: { success: true, orphans: [] } })
    expect(await world.rows()).toEqual([])
    expect((await save(rowsWith(52))).status).toBe(200)
    expect(await runs()).toEqual(new Set([52]))
  })

  covers('B1.8', 'C4', 'S29')
  it('readers during 50 refreshes meet one whole generation each time', async () => {
    await save(rowsWith(1))
    let going = true
    let reads = 0
    const reader = async () => {
      while (going) {
        const response = await world.call('/api/collections/pipeline_scoreboard_cache/records?perPage=1000')
        expect(response.status).toBe(200)
        const { items } = await response.json()
        const generations = new Set(items.map(({ aggregation }: { aggregation: string }) => aggregation))
        expect([items.length, generations.size]).toEqual([3, 1])
        reads++
      }
    }
    const reading = Promise.all([reader(), reader()])
    for (let round = 0; round < 50; round++) expect((await save(rowsWith(round + 1))).status).toBe(200)
    going = false
    await reading
    expect(reads).toBeGreaterThan(50)
  })

  it('open pages hear of it: the state is a record that changes', async () => {
    const page = await listen(world.server.url, ['scoreboard_state/*'])
    await save(rowsWith(60))
    expect(await page.heard(/"rows_count":\d+/)).toBe('"rows_count":3')
    const list = await world.visitor.collection('scoreboard_state').getFullList()
    expect(page.texts.join('') + JSON.stringify(list)).not.toMatch(/next_seq|committed_seq|namespaces_failed/)
    await page.close()
  })
})

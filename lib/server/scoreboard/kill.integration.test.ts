import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'
import { thorough } from '@/scripts/thorough.mjs'

const rowCount = thorough ? 10_000 : 2_000
const id = (index: number) => `p${String(index).padStart(14, '0')}`

/**
 * Statements of a commit, in their order. The server is killed right after each has run, so that whatever is not undone
 * shows: the first changes no public row yet, the last is a step before the end.
 */
const places = [
  'INSERT INTO scoreboard_rows',
  'INSERT INTO pipeline_scoreboard_cache',
  'DELETE FROM pipeline_scoreboard_cache',
  'INSERT INTO scoreboard_history',
  "UPDATE scoreboard_aggregations SET state = 'committed'",
  'DELETE FROM scoreboard_stage',
]

/** Waits for ever after the statement that the store names, and says there that it does. */
const addedToHooks = {
  'scoreboard/sql.js': `
module.exports.run = (db, sql, values) => {
  const changed = run(db, sql, values)
  const place = $app.store().get('test-stop-after')
  if (place && sql.includes(place)) {
    $app.store().set('test-stopped', true)
    for (;;) sleep(1000)
  }
  return changed
}
`,
  'scoreboard.pb.js': `
routerAdd('POST', '/api/test/stop-after', (e) => {
  $app.store().set('test-stop-after', e.requestInfo().body.place)
  return e.json(200, {})
}, $apis.requireSuperuserAuth())
routerAdd('GET', '/api/test/stopped', (e) => e.json(200, $app.store().get('test-stopped') === true), $apis.requireSuperuserAuth())
`,
}

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld({ addedToHooks })
  await world.sql(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${rowCount})
    INSERT INTO pipelines (id, name, canonified_name, path, owner, published, definition)
    SELECT printf('p%014d', i), 'Pipeline ' || i, 'p-' || i, 'acme/p-' || i, '${world.organization.id}', 1, '{}' FROM n`)
})
afterAll(() => world.close())

/** The rows of a generation: all pipelines but one, so that each generation drops a row and adds another. */
const rowsOf = (generation: number) =>
  Array.from({ length: rowCount }, (_, index) => index)
    .filter((index) => index !== generation)
    .map((index) => rowOf(id(index), { total_runs: generation, total_successes: 1, manual_executions: generation }))

/** What a commit changes: numbers that are those of one generation, or of a mixture. */
async function stored(generation: number) {
  const count = (from: string) => world.count(`SELECT count(*) AS n FROM ${from}`)
  return {
    shown: await count('pipeline_scoreboard_cache'),
    shownOfIt: await count(`pipeline_scoreboard_cache WHERE total_runs = ${generation}`),
    kept: await count('scoreboard_rows'),
    keptOfIt: await count(`scoreboard_rows WHERE total_runs = ${generation}`),
    history: await count(`scoreboard_history WHERE total_runs = ${generation}`),
    staged: await count(`scoreboard_stage WHERE aggregation = 'generation-${generation}'`),
    committed: await count(`scoreboard_aggregations WHERE id = 'generation-${generation}' AND state = 'committed'`),
    current: await count(`scoreboard_state WHERE committed_aggregation = 'generation-${generation}'`),
  }
}

const all = rowCount - 1
const none = { shownOfIt: 0, keptOfIt: 0, history: 0, committed: 0, current: 0 }
const before = { ...none, shown: all, kept: all, staged: all }
const after = {
  shown: all,
  shownOfIt: all,
  kept: all,
  keptOfIt: all,
  history: all,
  staged: 0,
  committed: 1,
  current: 1,
}

/** Sent once, because the service itself would retry and so complete the commit. */
const commit = (generation: number) =>
  fetch(`${world.server.url}/api/internal/scoreboard/commit`, {
    method: 'POST',
    headers: { authorization: world.client.sdk.authStore.token },
    body: JSON.stringify({
      aggregation: `generation-${generation}`,
      at: new Date().toISOString().replace('T', ' '),
      response: {},
      allow_empty: false,
      failed_namespaces: [],
      carried: [],
    }),
  })

describe('a server that is killed', () => {
  covers('B1.8', 'S28')
  it('in the middle of a commit of thousands of rows leaves the old generation or the new one, complete', async () => {
    expect((await world.save({ aggregated_pipelines: rowsOf(1) })).status).toBe(200)
    const staged = await world.save({
      aggregated_pipelines: rowsOf(2),
      aggregation_id: 'generation-2',
      part: { index: 0, total: 2 },
    })
    expect(staged.status).toBe(202)
    for (const place of places) {
      await world.client.call('/api/test/stop-after', { method: 'POST', body: { place } })
      const cut = commit(2).then(
        ({ status }) => status,
        () => 'cut off',
      )
      await eventually(() => world.client.call('/api/test/stopped', { method: 'GET' }), 60_000)
      await world.server.end('SIGKILL')
      expect(await cut).toBe('cut off')
      await world.server.start()
      expect(await stored(2), place).toEqual(before)
    }
    expect((await commit(2)).status).toBe(200)
    await world.server.end('SIGKILL')
    await world.server.start()
    expect(await stored(2)).toEqual(after)
  }, 400_000)
})

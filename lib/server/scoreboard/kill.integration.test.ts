import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

const rowCount = 10_000
const id = (index: number) => `p${String(index).padStart(14, '0')}`

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
  await world.sql(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${rowCount})
    INSERT INTO pipelines (id, name, canonified_name, path, owner, published, definition)
    SELECT printf('p%014d', i), 'Pipeline ' || i, 'p-' || i, 'acme/p-' || i, '${world.organization.id}', 1, '{}' FROM n`)
})
afterAll(() => world.close())

const rowsWith = (generation: number) =>
  Array.from({ length: rowCount }, (_, index) =>
    rowOf(id(index), { total_runs: generation, total_successes: 1, manual_executions: generation }),
  )

/** How many rows of each generation exist. */
async function generations(possible: readonly number[]): Promise<Record<string, number>> {
  const count = async (filter: string): Promise<number> => {
    const query = `perPage=1&filter=${encodeURIComponent(filter)}`
    const response = await fetch(`${world.server.url}/api/collections/pipeline_scoreboard_cache/records?${query}`)
    return (await response.json()).totalItems
  }
  const counts: Record<string, number> = {}
  for (const generation of possible) counts[generation] = await count(`total_runs = ${generation}`)
  const others = (await count('total_runs >= 0')) - Object.values(counts).reduce((sum, rows) => sum + rows, 0)
  return { ...counts, others }
}

describe('a server that is killed', () => {
  it('in the middle of a commit of 10 000 rows leaves the old generation or the new one, complete', async () => {
    const started = performance.now()
    expect((await world.save({ aggregated_pipelines: rowsWith(1) })).status).toBe(200)
    const saveMillis = performance.now() - started
    let current = 1
    let commitMillis = saveMillis / 2
    let [kept, replaced] = [0, 0]
    for (let generation = 2; generation <= 12; generation++) {
      const aggregation = `generation-${generation}`
      const stage = (index: number, part: unknown[]) =>
        world.save({ aggregated_pipelines: part, aggregation_id: aggregation, part: { index, total: 2 } })
      expect((await stage(0, rowsWith(generation))).status).toBe(202)
      // Sent once, because the service itself would retry and so complete the commit.
      const commit = fetch(`${world.server.url}/api/internal/scoreboard/commit`, {
        method: 'POST',
        headers: { authorization: world.client.sdk.authStore.token },
        body: JSON.stringify({
          aggregation,
          at: new Date().toISOString().replace('T', ' '),
          response: {},
          allow_empty: false,
          failed_namespaces: [],
          carried: [],
        }),
      })
      if (generation === 2) {
        // The first commit is not killed: it shows how long one takes.
        const at = performance.now()
        expect((await commit).status).toBe(200)
        commitMillis = performance.now() - at
        current = generation
        continue
      }
      const settled = commit.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, commitMillis * ((generation - 3 + Math.random()) / 10)))
      await world.server.end('SIGKILL')
      await world.server.start()
      await settled
      const found = await generations([current, generation])
      expect([
        { [current]: rowCount, [generation]: 0, others: 0 },
        { [current]: 0, [generation]: rowCount, others: 0 },
      ]).toContainEqual(found)
      if (found[generation] === rowCount) {
        replaced++
        current = generation
      } else kept++
    }
    expect(kept + replaced).toBe(10)
    expect(kept).toBeGreaterThan(0)
    console.info(
      `commit of ${rowCount} rows: ${Math.round(commitMillis)} ms; killed ten times: ${kept} old, ${replaced} new`,
    )
  }, 400_000)
})

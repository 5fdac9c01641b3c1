import { cpus, totalmem } from 'node:os'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'
import { testAdminKey } from '@/lib/testing/scoreboard'

/**
 * The normal size: 1 000 namespaces, 10 000 pipelines, 1 000 000 executions. `BENCH_NAMESPACES` must be a multiple of
 * 100.
 */
const namespaces = Number(process.env.BENCH_NAMESPACES ?? 1000)
const pipelines = 10 * namespaces
const executions = 1000 * namespaces
/** Days before on which every row changed. */
const historyDays = 90

let world: AggregationWorld
const figures: Record<string, unknown> = {
  namespaces,
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
}

beforeAll(async () => {
  world = await openAggregationWorld({ compared: false })
  // As in npm start, the worker is a separate process.
  await world.worker?.stop()
  await world.startWorkerProcess()
  const numbers = (count: number, from = 0) =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${from + count})`
  await world.sql(`${numbers(namespaces)} INSERT INTO organizations (id, name, canonified_name, namespace_state)
    SELECT printf('org%012d', i), 'org ' || i, 'org-' || i, 'ready' FROM n`)
  await world.sql(`${numbers(pipelines)} INSERT INTO pipelines (id, name, canonified_name, path, owner, published, definition)
    SELECT printf('pip%012d', i), 'Pipeline ' || i, 'p-' || i, 'org-' || (i % ${namespaces}) || '/p-' || i,
      printf('org%012d', i % ${namespaces}), 1, '{}' FROM n`)
  await world.sql(
    "INSERT INTO wallets (id, name, canonified_name, path, owner, published) VALUES ('wal000000000000', 'w', 'w', 'org-0/w', 'org000000000000', 1)",
  )
  await world.sql(
    "INSERT INTO mobile_runners (id, name, canonified_name, path, owner, published, type) VALUES ('run000000000000', 'a', 'a', 'org-0/a', 'org000000000000', 1, 'built_in_wallet')",
  )
  const insert = (from: string, select: string) =>
    world.sql(`${from} INSERT INTO pipeline_results (owner, namespace, pipeline, workflow_id, run_id, status, type,
      started_at, closed_at, duration_ms, runner_ids, runner_types, entities) ${select}`)
  const fixed = `'2026-11-20T11:00:00.000000000Z', 1000 + i % 60000, '["org-0/a"]', '["built_in_wallet"]', '{"wallet_used":["org-0/w"]}' FROM n`
  // Each pipeline is run by its own organisation, so there are as many contributions as pipelines.
  for (let from = 0; from < executions; from += 50_000)
    await insert(
      numbers(50_000, from),
      `SELECT printf('org%012d', i % ${namespaces}), 'org-' || (i % ${namespaces}), printf('pip%012d', i % ${pipelines}), 'w' || i, 'r',
      iif(i % 5 = 0, 'failed', 'completed'), 'manual', '2026-11-20T10:00:00.' || printf('%09d', i) || 'Z', ${fixed}`,
    )
  await insert(
    numbers(100_000),
    `SELECT '${world.organization.id}', 'acme', printf('pip%012d', i % ${pipelines}), 'x' || i, 'r',
      iif(i % 5 = 0, 'failed', 'completed'), 'manual', '2026-11-20T10:00:00.' || printf('%09d', i) || 'Z', ${fixed}`,
  )
})
afterAll(async () => {
  console.info(JSON.stringify(figures, null, 2))
  await world.close()
})

/**
 * Sends a plain request: the test helper also validates against the OpenAPI document, which takes longer than the
 * request.
 */
const ask = (path: string) => fetch(world.service.baseUrl + path, { headers: { 'x-api-key': testAdminKey } })

/** The nearest-rank percentile: the smallest value that at least this share of the values does not exceed. */
const percentile = (values: number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0)

describe('the scoreboard at its normal size', () => {
  covers('S15')
  it('the statistics of one namespace with 100 000 executions over 10 000 pipelines', async () => {
    const millis: number[] = []
    for (let round = 0; round < 60; round++) {
      const started = performance.now()
      const items = await (await ask('/api/pipeline/scoreboard/acme')).json()
      millis.push(performance.now() - started)
      expect(items).toHaveLength(pipelines)
    }
    figures.getNamespaceMillis = {
      first: Math.round(millis[0] ?? 0),
      p50: percentile(millis, 0.5),
      p95: percentile(millis, 0.95),
      target: 500,
    }
  })

  covers('S73')
  it('an aggregation, cold and warm', async () => {
    // The large namespace is not part of the normal size.
    await world.sql("DELETE FROM pipeline_results WHERE namespace = 'acme'")
    await world.sql("DELETE FROM organizations WHERE canonified_name = 'acme'")
    for (const kind of ['cold', 'warm 1', 'warm 2']) {
      const started = performance.now()
      const { output } = await world.aggregate()
      expect(output).toMatchObject({ namespaces_failed: 0, records_count: pipelines })
      figures[`aggregation ${kind}, seconds`] = Number(((performance.now() - started) / 1000).toFixed(1))
    }
    figures['target warm, seconds'] = 10
  })

  covers('S73')
  it('a commit of all rows, and a visitor who reads them', async () => {
    const { store } = world.service.container.ports.scoreboard
    const rows = await world.rows()
    expect(rows).toHaveLength(pipelines)
    await world.sql(`WITH RECURSIVE d(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM d WHERE n < ${historyDays})
      INSERT INTO scoreboard_history (pipeline, day, total_runs, total_successes)
      SELECT pipeline, date('now', '-' || d.n || ' days'), 500 - d.n, 400 - d.n FROM pipeline_scoreboard_cache, d`)
    /** Milliseconds of the commit only: its rows are staged beforehand. */
    const committed = async (id: string, runs: number, at: EpochMillis) => {
      const saved = rows.map(({ pipeline }) => ({
        ...{ pipeline_id: pipeline, total_runs: runs, total_successes: runs },
        ...{ success_rate: 100, manual_executions: runs },
      }))
      const part = { aggregation_id: id, part: { index: 0, total: 2 } }
      expect((await world.save({ aggregated_pipelines: saved, ...part })).status).toBe(202)
      const started = performance.now()
      const nobody = { allowEmpty: false, failedNamespaces: [], carried: [] }
      expect(await store.commit({ id, at, response: {}, ...nobody })).toMatchObject({ status: 'committed' })
      return Math.round(performance.now() - started)
    }
    const tomorrow = addSeconds(world.service.now(), 24 * 60 * 60)
    figures.commitMillis = {
      'first of a day, every row changed': await committed('bench-commit-1', 1, tomorrow),
      'later that day, every row changed': await committed('bench-commit-2', 2, tomorrow),
      'nothing changed': await committed('bench-commit-3', 2, tomorrow),
      historyRecords: await world.count('SELECT count(*) AS n FROM scoreboard_history'),
      target: 1000,
    }
    const reading = performance.now()
    let [bytes, packed] = [0, 0]
    for (let page = 1; page <= pipelines / 1000; page++) {
      const query = `page=${page}&perPage=1000&skipTotal=1&expand=pipeline`
      const text = await (await ask(`/api/collections/pipeline_scoreboard_cache/records?${query}`)).text()
      bytes += text.length
      packed += gzipSync(text).length
    }
    figures.readAllRows = {
      millis: Math.round(performance.now() - reading),
      megabytes: bytes / 1e6,
      gzipKilobytes: Math.round(packed / 1e3),
    }
  })
})

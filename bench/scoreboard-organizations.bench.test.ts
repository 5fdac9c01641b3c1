import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Client } from '@temporalio/client'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installContainer } from '@/lib/server/container'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { eventually } from '@/lib/testing/eventually'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { shareOfMemoryOfTree } from './process-tree'

/** A hundred organisations with ten pipelines each; the first twenty have workers of their own in Temporal. */
const organizations = 100
const pipelinesOfOne = 10
const withWorkers = 20
/** Workflows of each of those, and all executions with them. */
const workflowsOfOne = 50
const executions = Number(process.env.BENCH_EXECUTIONS ?? 100_000)
const reported = executions - withWorkers * workflowsOfOne
/** How often a page is asked for. */
const rounds = 20

/** Every fifth execution failed. */
const passes = (index: number): boolean => index % 5 !== 0
const nameOf = (organization: number): string => `org-${organization}`
const pathOf = (organization: number, pipeline: number): string => `org-${organization}/p-${pipeline}`

let world: AggregationWorld
let connection: NativeConnection
let cookie = ''
const workers: { readonly worker: Worker; readonly running: Promise<void> }[] = []
const figures: Record<string, unknown> = {
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  organizations,
  executions,
}
/** Expected runs and successes by path, counted as they are made. */
const expected = new Map<string, { runs: number; successes: number }>()
function count(path: string, passed: boolean): void {
  const known = expected.get(path) ?? { runs: 0, successes: 0 }
  expected.set(path, { runs: known.runs + 1, successes: known.successes + Number(passed) })
}

const seconds = (since: number): number => Number(((performance.now() - since) / 1000).toFixed(1))

beforeAll(async () => {
  const { pages } = await openBuiltPages()
  world = await openAggregationWorld({ compared: false, pages })
  installContainer(world.service.container)
  // As in npm start, the worker is a separate process.
  await world.worker?.stop()
  await world.startWorkerProcess()
  const numbers = (until: number, from = 0) =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${until})`
  await world.sql(`${numbers(organizations)} INSERT INTO organizations (id, name, canonified_name, namespace_state)
    SELECT printf('org%012d', i), 'org ' || i, 'org-' || i, 'pending' FROM n`)
  await world.sql(`${numbers(organizations * pipelinesOfOne)}
    INSERT INTO pipelines (id, name, canonified_name, path, owner, published, definition)
    SELECT printf('pip%012d', i), 'Pipeline ' || (i / ${organizations}), 'p-' || (i / ${organizations}),
      'org-' || (i % ${organizations}) || '/p-' || (i / ${organizations}), printf('org%012d', i % ${organizations}), 1, '{}' FROM n`)
  for (let from = 0; from < reported; from += 50_000)
    await world.sql(`${numbers(Math.min(from + 50_000, reported), from)} INSERT INTO pipeline_results
      (owner, namespace, pipeline, workflow_id, run_id, status, type, started_at, closed_at, duration_ms, runner_ids, runner_types, entities)
      SELECT printf('org%012d', i % ${organizations}), 'org-' || (i % ${organizations}),
        printf('pip%012d', i % ${organizations * pipelinesOfOne}), 'w' || i, 'r', iif(i % 5 = 0, 'failed', 'completed'), 'manual',
        '2026-11-20T10:00:00.' || printf('%09d', i) || 'Z', '2026-11-20T11:00:00.000000000Z', 1000 + i % 60000, '[]', '[]', '{}' FROM n`)
  for (let i = 0; i < reported; i++)
    count(pathOf(i % organizations, Math.floor((i % (organizations * pipelinesOfOne)) / organizations)), passes(i))
  const began = performance.now()
  await world.aggregate()
  figures['the first aggregation, which registers the namespaces, seconds'] = seconds(began)
  const body = new URLSearchParams({ key: testAdminKey })
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const { headers } = await fetch(`${world.service.baseUrl}/operator/scoreboard/enter`, init)
  cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(async () => {
  console.info(JSON.stringify(figures, null, 2))
  for (const { worker } of workers) worker.shutdown()
  await Promise.all(workers.map(({ running }) => running))
  await connection?.close()
  await world.close()
})

/** Starts the workers of an organisation's own, and runs its workflows to their ends. */
async function runOwn(organization: number, code: { readonly code: string }): Promise<void> {
  const namespace = nameOf(organization)
  const worker = await Worker.create({ connection, namespace, taskQueue: 'own', workflowBundle: code })
  workers.push({ worker, running: worker.run() })
  const client = new Client({ connection: world.temporal.connection, namespace })
  const identifier = defineSearchAttributeKey('PipelineIdentifier', SearchAttributeType.KEYWORD)
  for (let index = 0; index < workflowsOfOne; index++) {
    const path = pathOf(organization, index % pipelinesOfOne)
    await client.workflow.start('OwnRun', {
      ...{ taskQueue: 'own', workflowId: `own-${index}`, args: [passes(index)] },
      typedSearchAttributes: [{ key: identifier, value: path }],
    })
    count(path, passes(index))
  }
  await eventually(
    async () => (await client.workflow.count("ExecutionStatus != 'Running'")).count === workflowsOfOne,
    600_000,
  )
}

describe('a hundred organisations, twenty of them with live workers of their own', () => {
  it('are aggregated exactly', async () => {
    connection = await NativeConnection.connect({ address: world.temporalServer.address })
    const bundle = await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('own-workflow.ts', import.meta.url)),
    })
    const began = performance.now()
    for (let organization = 0; organization < withWorkers; organization++) await runOwn(organization, bundle)
    figures[`${withWorkers * workflowsOfOne} workflows of others, seconds`] = seconds(began)
    world.service.advance(30)
    for (const kind of ['an aggregation that finds them', 'the next one']) {
      const since = performance.now()
      const { output } = await world.aggregate()
      figures[`${kind}, seconds`] = seconds(since)
      expect(output).toMatchObject({ namespaces_failed: 0, records_count: organizations * pipelinesOfOne })
      const megabytes = [...shareOfMemoryOfTree(process.pid)].map(([name, bytes]) => [name, Math.round(bytes / 1e6)])
      figures[`after ${kind}, MB`] = Object.fromEntries(megabytes)
    }
    const rows = await world.client.sdk
      .collection('pipeline_scoreboard_cache')
      .getFullList({ expand: 'pipeline', fields: 'total_runs,total_successes,expand.pipeline.path' })
    const found = rows.map(({ expand, total_runs: runs, total_successes: successes }) => [
      expand?.pipeline?.path,
      { runs, successes },
    ])
    expect(new Map(found as [string, { runs: number; successes: number }][])).toEqual(expected)
    expect([...expected.values()].reduce((sum, { runs }) => sum + runs, 0)).toBe(executions)
  })

  it('have pages that are there at once', async () => {
    for (const path of [
      '/organization/pipelines',
      `/organization/pipelines?uncounted=${nameOf(0)}`,
      `/hub/pipelines/${pathOf(0, 0)}`,
    ]) {
      const millis: number[] = []
      for (let round = 0; round < rounds; round++) {
        const since = performance.now()
        const response = await fetch(world.service.baseUrl + path, { headers: { cookie, accept: 'text/html' } })
        await response.text()
        millis.push(performance.now() - since)
        expect(response.status).toBe(200)
      }
      const sorted = millis.toSorted((a, b) => a - b)
      figures[`${path}, ms`] = {
        first: Math.round(millis[0] ?? 0),
        median: Math.round(sorted[Math.floor(rounds / 2)] ?? 0),
        slowest: Math.round(sorted.at(-1) ?? 0),
        target: 200,
      }
    }
  })
})

import type { ChildProcess } from 'node:child_process'
import { expect } from 'vitest'
import { type AggregationWorld, openAggregationWorld } from './aggregation-world'
import { eventually } from './eventually'

/** Enough to kill an aggregation in the middle. */
export const namespaceCount = 120

/**
 * A world with many organisations, each of which ran the same two pipelines once. It has no worker: tests start worker
 * processes.
 */
export async function openManyNamespaces() {
  const world = await openAggregationWorld({ working: false })
  await addOrganizations(world, 0, namespaceCount)
  const pipelines = await Promise.all(['one', 'two'].map((name) => world.pipeline(name)))
  for (const { id } of pipelines)
    await world.sql(`INSERT INTO pipeline_results (owner, namespace, pipeline, workflow_id, run_id, status, type, started_at, closed_at, duration_ms, runner_ids, runner_types)
      SELECT id, canonified_name, '${id}', 'w-' || canonified_name || '${id}', 'r', 'completed', 'manual', '2026-11-20T10:00:00.000000000Z',
        '2026-11-20T10:00:05.000000000Z', 5000, '[]', '[]' FROM organizations WHERE canonified_name LIKE 'org-%'`)
  const { sdk } = world.client
  const aggregation = (id: string) => sdk.collection('scoreboard_aggregations').getOne(id)
  const committed = async (): Promise<number> =>
    (await sdk.collection('scoreboard_aggregations').getFullList({ filter: "state = 'committed'" })).length
  return {
    world,
    aggregation,
    committed,
    /** Starts an aggregation and returns its run id. */
    async start(): Promise<string> {
      const response = await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' })
      return (await response.json()).workflowRunId
    },
    /** Waits until an aggregation has queried a few of its namespaces. */
    untilAsking: (id: string) =>
      until(async () => {
        const { seq } = await aggregation(id)
        return (await world.count(`SELECT count(*) AS n FROM scoreboard_namespaces WHERE seq >= ${seq}`)) > 10
      }),
    /** Waits for its end, and asserts that it was committed once and every namespace counts once in every row. */
    async expectWhole(runId: string, committedBefore: number) {
      const { output } = await world.temporal.workflow.getHandle('aggregate-scoreboard', runId).result()
      expect(output).toMatchObject({ namespaces_failed: 0, records_count: 2 })
      expect(await committed()).toBe(committedBefore + 1)
      const row = { total_runs: namespaceCount, namespaces_count: namespaceCount, aggregation: runId }
      expect(await world.rows()).toMatchObject([row, row])
    },
  }
}
export type ManyNamespaces = Awaited<ReturnType<typeof openManyNamespaces>>

/** Adds organisations with ready namespaces, from one index up to but not including another. */
export const addOrganizations = (world: AggregationWorld, from: number, until: number) =>
  world.sql(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${until})
    INSERT INTO organizations (id, name, canonified_name, namespace_state) SELECT printf('org%012d', i), 'org ' || i, 'org-' || i, 'ready' FROM n`)

/** Kills a process and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** Waits for a condition, ignoring errors, for as long as a test may take. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  await eventually(() => holds().catch(() => false), 180_000)
}

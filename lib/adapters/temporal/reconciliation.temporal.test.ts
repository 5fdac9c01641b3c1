import { randomUUID } from 'node:crypto'
import { Client } from '@temporalio/client'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { NativeConnection } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReconciliationStore } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import { pipelineTaskQueue, pipelineWorkflowId, pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import { type RunVisibility, reconcileNamespace } from '@/lib/core/scoreboard/reconciliation'
import { type AggregationWorld, openAggregationWorld } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { createRunVisibility } from './run-visibility'

const namespace = 'runs'
/** Commands that end a workflow, by their numbers in Temporal's interface. */
const commands = {
  completed: { commandType: 4, completeWorkflowExecutionCommandAttributes: {} },
  failed: { commandType: 5, failWorkflowExecutionCommandAttributes: { failure: { message: 'a step failed' } } },
  canceled: { commandType: 7, cancelWorkflowExecutionCommandAttributes: {} },
  another: {
    commandType: 10,
    continueAsNewWorkflowExecutionCommandAttributes: { workflowType: { name: pipelineWorkflowType } },
  },
}
type Ending = keyof typeof commands | 'terminated' | 'timed_out' | 'running'

let world: AggregationWorld
let client: Client
let connection: NativeConnection
let pipeline: { readonly id: string; readonly path: string }
beforeAll(async () => {
  world = await openAggregationWorld()
  connection = await NativeConnection.connect({ address: world.temporalServer.address })
  client = new Client({ connection: world.temporal.connection, namespace })
  // The aggregation registers its namespace.
  const owner = await world.create('organizations', {
    name: 'runs',
    canonified_name: namespace,
    namespace_state: 'pending',
  })
  await world.aggregate()
  const { id, path } = await world.pipeline('reconciled', { owner: owner.id })
  pipeline = { id, path }
  // Enough for the window of a reconciliation to hold what has just ended.
  world.service.advance(30)
})
afterAll(async () => {
  await connection.close()
  await world.close()
})

type StartOptions = Parameters<Client['workflow']['start']>[1]

/** Runs a pipeline in Temporal to an end of our choice, without a word to the ledger. */
async function runTo(ending: Ending, options: Partial<StartOptions> = {}, type = pipelineWorkflowType) {
  const workflowId = pipelineWorkflowId(pipeline.id, randomUUID())
  const handle = await client.workflow.start(type, {
    workflowId,
    // Nobody takes its tasks unless we end it.
    taskQueue: ending in commands ? pipelineTaskQueue : 'nobody',
    memo: { pipeline: pipeline.id, type: 'CI' },
    args: [],
    ...(ending === 'timed_out' ? { workflowExecutionTimeout: '1s' } : {}),
    ...options,
  })
  const runId = handle.firstExecutionRunId
  if (ending === 'terminated') await handle.terminate('by a test')
  if (ending in commands) {
    const { workflowService } = client
    const queue = { namespace, taskQueue: { name: options.taskQueue ?? pipelineTaskQueue } }
    const command = commands[ending as keyof typeof commands]
    await client.withDeadline(Date.now() + 30_000, async () => {
      const { taskToken } = await workflowService.pollWorkflowTaskQueue(queue)
      await workflowService.respondWorkflowTaskCompleted({ namespace, taskToken, commands: [command] })
    })
  }
  return { workflowId, runId }
}

/** Waits until Temporal lists so many runs that have ended: it lists them a little later. */
const listed = (count: number) =>
  eventually(async () => {
    const query = "ExecutionStatus != 'Running'"
    return (await client.workflow.count(query)).count >= count
  })

const statistics = async () => (await world.call(`/api/pipeline/scoreboard/${namespace}`)).json()
const rowsOf = async (runIds: readonly string[]) => {
  const rows = await world.client.sdk.collection('pipeline_results').getFullList({ sort: 'created' })
  return runIds.map((id) => rows.filter(({ run_id }) => run_id === id))
}

describe('an aggregation', () => {
  covers('S60')
  it('counts each run that ended in Temporal once, whatever the ledger knows of it', async () => {
    const { workflowId, runId } = await runTo('completed')
    const reported = { workflow_id: workflowId, run_id: runId, namespace, pipeline: pipeline.path }
    await world.execute({ ...reported, status: 'running', started_at: new Date().toISOString() })
    const other = await runTo('completed')
    const ended = { workflow_id: other.workflowId, run_id: other.runId, namespace, pipeline: pipeline.path }
    await world.execute({ ...ended, status: 'failed' })
    const attributes = {
      memo: {},
      typedSearchAttributes: [
        { key: defineSearchAttributeKey('PipelineIdentifier', SearchAttributeType.KEYWORD), value: pipeline.path },
        { key: defineSearchAttributeKey('TriggerType', SearchAttributeType.KEYWORD), value: 'scheduled' },
        {
          key: defineSearchAttributeKey('RunnerIdentifiers', SearchAttributeType.KEYWORD_LIST),
          value: ['acme/b', 'acme/a'],
        },
      ],
      workflowId: 'started-elsewhere',
    }
    const all = [
      { workflowId, runId },
      other,
      await runTo('completed'),
      await runTo('failed'),
      await runTo('canceled'),
      await runTo('terminated'),
      await runTo('timed_out'),
      await runTo('completed', attributes),
      await runTo('another'),
    ]
    await listed(all.length)
    await runTo('running')
    // What continued as new is running too.
    for (const _ of [1, 2]) {
      await world.aggregate()
      expect(await statistics()).toMatchObject([
        { total_runs: 6, total_successes: 3, canceled_runs: 2, ci_executions: 3, scheduled_executions: 1 },
      ])
    }
    const rows = await rowsOf(all.map(({ runId: id }) => id))
    expect(rows.map((found) => found.map(({ status }) => status))).toEqual([
      ['completed'],
      ['failed'],
      ['completed'],
      ['failed'],
      ['canceled'],
      ['terminated'],
      ['timed_out'],
      ['completed'],
      [],
    ])
    expect(rows.at(-2)).toMatchObject([{ runner_ids: ['acme/a', 'acme/b'], type: 'scheduled', pipeline: pipeline.id }])
    const [row] = await world.rows()
    expect(row).toMatchObject({ total_runs: 6, total_successes: 3 })
  })

  covers('S61')
  it('ends what the ledger calls running and Temporal does not know, and no more', async () => {
    const known = await runTo('running')
    const of = ({ workflowId, runId }: { workflowId: string; runId: string }) => ({
      workflow_id: workflowId,
      run_id: runId,
      namespace,
      pipeline: pipeline.path,
      status: 'running',
      started_at: '2026-11-20T10:00:00Z',
    })
    const lost = { workflowId: known.workflowId, runId: randomUUID() }
    await world.execute(of(known))
    await world.execute(of(lost))
    await world.aggregate()
    expect(await rowsOf([known.runId, lost.runId])).toMatchObject([[{ status: 'running' }], [{ status: 'terminated' }]])
  })

  it('that cannot reconcile a namespace keeps its numbers, and says so', async () => {
    const before = await world.rows()
    await world.sql(`CREATE TRIGGER broken BEFORE UPDATE OF watermark ON scoreboard_namespaces WHEN NEW.namespace = '${namespace}'
      BEGIN SELECT RAISE(FAIL, 'broken on purpose'); END`)
    const { output } = await world.aggregate()
    await world.sql('DROP TRIGGER broken')
    expect(output).toMatchObject({ failed_namespaces: [namespace], carried: [{ namespace }] })
    const [row] = await world.rows()
    expect(row).toMatchObject({ total_runs: before[0]?.total_runs, stale_since: expect.stringMatching(/^\d{4}/) })
  })
})

describe('a reconciliation', () => {
  covers('S62')
  it('of small pages that breaks off goes on where it was, and misses and repeats nothing', async () => {
    const store = createReconciliationStore(world.client)
    const visibility = createRunVisibility(connection, 2)
    const run = async (of: RunVisibility) => {
      const [state] = await store.states([namespace], world.service.now())
      if (state === undefined) throw new Error('There is no state.')
      const pages: string[] = []
      const done = await reconcileNamespace({ visibility: of, store, now: world.service.now }, state, (page) => {
        pages.push(page)
      })
      return { ...done, pages }
    }
    await world.sql(`DELETE FROM pipeline_results WHERE namespace = '${namespace}' AND status <> 'running'`)
    await world.sql(`UPDATE scoreboard_namespaces SET watermark = '' WHERE namespace = '${namespace}'`)
    let asked = 0
    const breaking: RunVisibility = {
      ...visibility,
      ended: (query) => (++asked > 2 ? Promise.reject(new Error('Temporal is down')) : visibility.ended(query)),
    }
    await expect(run(breaking)).rejects.toThrow('Temporal is down')
    const rows = () => world.count(`SELECT count(*) AS n FROM pipeline_results WHERE namespace = '${namespace}'`)
    // Beside the one that runs, two pages without the run that continued as another.
    expect(await rows()).toBe(1 + 3)
    const { written, pages } = await run(visibility)
    expect(written).toBe(5)
    // Three pages of five were left.
    expect(pages.indexOf('')).toBe(2)
    // The row that said otherwise is gone, so Temporal's word counts.
    expect(await statistics()).toMatchObject([{ total_runs: 6, total_successes: 4, canceled_runs: 2 }])
  })
})

// Last, for what it starts stays.
describe('a namespace with workflows of others', () => {
  it('counts workflows of any type that name a pipeline of the organisation, and no others', async () => {
    const before = (await statistics())[0].total_runs
    const others = await world.pipeline('of-acme')
    const ended = (await client.workflow.count("ExecutionStatus != 'Running'")).count
    const own = (memo: Record<string, unknown>, attribute?: string) => ({
      workflowId: `nightly-${randomUUID()}`,
      // No run of another test waits there.
      taskQueue: 'nightly',
      memo,
      ...(attribute === undefined
        ? {}
        : {
            typedSearchAttributes: [
              { key: defineSearchAttributeKey('PipelineIdentifier', SearchAttributeType.KEYWORD), value: attribute },
            ],
          }),
    })
    const counted = [
      await runTo('completed', own({}, pipeline.path), 'NightlyRun'),
      await runTo('failed', own({ pipeline: pipeline.path, type: 'scheduled' }), 'nightly_run'),
      await runTo('completed', own({ pipeline: pipeline.id }), 'Nightly run'),
    ]
    const uncounted = [
      await runTo('completed', own({}), 'NightlyRun'),
      await runTo('completed', { ...own({}), workflowId: pipelineWorkflowId(pipeline.id, 'theirs') }, 'NightlyRun'),
      await runTo('completed', own({}, others.path), 'NightlyRun'),
      await runTo('completed', own({ pipeline: others.id }), 'NightlyRun'),
      await runTo('completed', own({ pipeline: 'runs/unknown' }), 'NightlyRun'),
    ]
    await listed(ended + counted.length + uncounted.length)
    for (const _ of [1, 2]) {
      await world.aggregate()
      expect(await statistics()).toMatchObject([{ total_runs: before + counted.length }])
    }
    const rows = await rowsOf([...counted, ...uncounted].map(({ runId }) => runId))
    expect(rows.map((found) => found.map(({ status }) => status))).toEqual([
      ...[['completed'], ['failed'], ['completed']],
      ...uncounted.map(() => []),
    ])
    const running = await runTo('running', { ...own({}, pipeline.path), taskQueue: 'nobody' }, 'NightlyRun')
    const soon = await runTo('completed', own({}, pipeline.path), 'NightlyRun')
    await listed(ended + counted.length + uncounted.length + 1)
    const listing = await (await world.call(`/api/pipeline/uncounted/${namespace}`)).json()
    const reasons = new Map<string, string>(
      listing.uncounted.map((one: { run_id: string; reason: string }) => [one.run_id, one.reason]),
    )
    expect(listing).toMatchObject({ namespace, has_more: false })
    expect(counted.map(({ runId }) => reasons.get(runId))).toEqual([undefined, undefined, undefined])
    expect([...uncounted, running, soon].map(({ runId }) => reasons.get(runId))).toEqual([
      'no_identifier',
      'no_identifier',
      'other_organization',
      'unknown_pipeline',
      'unknown_pipeline',
      'still_running',
      'not_yet',
    ])
    expect([...reasons.values()]).toContain('continued')
    expect([...reasons.values()]).toContain('no_result')
    expect((await world.call('/api/pipeline/uncounted/no-such-organisation')).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReconciliationStore } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import {
  type EndedRun,
  type ReconciliationStore,
  type RunVisibility,
  reconcileNamespace,
} from '@/lib/core/scoreboard/reconciliation'
import { epochMillis } from '@/lib/core/shared/time/time'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'
import { thorough } from '@/scripts/thorough.mjs'

const noon = epochMillis(Date.parse('2026-11-27T12:00:00Z'))
/** A hundred pages as Temporal gives them, by day five. */
const executions = thorough ? 100_000 : 5_000
const pageSize = 1000
const removed = 50

/** The plan of the query for executions whose time is over. */
const plansHook = `routerAdd('POST', '/api/test/overdue-plan', (e) => {
  const rows = arrayOf(new DynamicModel({ detail: '' }))
  $app.db().newQuery("EXPLAIN QUERY PLAN SELECT r.workflow_id FROM json_each('[1]') n JOIN pipeline_results r INDEXED BY idx_pipeline_results_running JOIN pipelines p ON p.id = r.pipeline WHERE r.namespace = n.value AND r.status = 'running' ORDER BY r.started_at LIMIT 10").all(rows)
  return e.json(200, rows.map((row) => row.detail))
}, $apis.requireSuperuserAuth())`

let world: ScoreboardWorld
let store: ReconciliationStore
beforeAll(async () => {
  world = await openScoreboardWorld({ addedToHooks: { 'test-plans.pb.js': plansHook } })
  store = createReconciliationStore(world.client)
})
afterAll(() => world.close())

const statuses = ['completed', 'completed', 'failed', 'timed_out', 'canceled', 'terminated'] as const
const key = (second: number, fraction: number) =>
  `2026-11-27T10:00:${String(second).padStart(2, '0')}.${String(fraction).padStart(9, '0')}Z`

/** Temporal with these runs, a thousand a page. */
const temporalOf = (runs: readonly EndedRun[], known: RunVisibility['find'] = async () => null): RunVisibility => ({
  ended: async ({ page }) => {
    const from = Number(page)
    const next = from + pageSize < runs.length ? String(from + pageSize) : ''
    return { runs: runs.slice(from, from + pageSize), next }
  },
  find: known,
})

async function reconcile(namespace: string, visibility: RunVisibility, now = noon) {
  const [state] = await store.states([namespace], now)
  if (state === undefined) throw new Error('There is no state.')
  return reconcileNamespace({ visibility, store, now: () => now }, state, () => undefined)
}

const statisticsOf = async (namespace: string) =>
  (await world.call(`/api/pipeline/scoreboard/${namespace}?include=details`)).json()
const ledger = (filter: string) =>
  world.client.sdk.collection('pipeline_results').getFullList({ filter, sort: 'workflow_id' })

const runOf = (members: Partial<EndedRun>): EndedRun => ({
  workflowId: 'w',
  runId: 'r',
  workflowType: 'PipelineWorkflow',
  status: 'completed',
  startedAt: key(0, 0),
  closedAt: key(9, 0),
  memo: {},
  attributes: {},
  ...members,
})

describe('reconciliation', () => {
  it('is exact over a whole history of which rows are missing, and over the same again', async () => {
    const { id: owner } = await world.organizationNamed('many')
    const { id } = await world.pipeline('many', { owner })
    const memo = { pipeline: id, type: 'CI', entities: { wallet_used: ['acme/w'] } }
    const runs = Array.from({ length: executions }, (_, i) =>
      runOf({
        workflowId: `pipeline-${id}-${i}`,
        runId: `run-${i}`,
        status: statuses[i % statuses.length] ?? 'completed',
        startedAt: key(0, i),
        closedAt: key(5 + (i % 7), i),
        memo,
      }),
    )
    expect(await reconcile('many', temporalOf(runs))).toEqual({ written: executions, orphans: 0 })
    const expected = (await statisticsOf('many'))[0]
    const counted = runs.filter(({ status }) => ['completed', 'failed', 'timed_out'].includes(status))
    const completed = runs.filter(({ status }) => status === 'completed')
    expect(expected).toMatchObject({
      total_runs: counted.length,
      total_successes: completed.length,
      canceled_runs: executions - counted.length,
      ci_executions: counted.length,
      min_execution_time_ms: 5000,
      last_successful_run: {
        workflow_id: completed.at(-1)?.workflowId,
        details: { wallet_used: ['acme/w'] },
      },
    })
    await world.sql(
      `DELETE FROM pipeline_results WHERE id IN (SELECT id FROM pipeline_results WHERE namespace = 'many' ORDER BY run_id LIMIT ${removed})`,
    )
    expect((await statisticsOf('many'))[0].total_runs).toBeLessThan(counted.length)
    expect(await reconcile('many', temporalOf(runs))).toEqual({ written: removed, orphans: 0 })
    expect((await statisticsOf('many'))[0]).toEqual(expected)
    expect(await world.count("SELECT count(*) AS n FROM pipeline_results WHERE namespace = 'many'")).toBe(executions)
    expect((await store.states(['many'], noon))[0]).toMatchObject({ watermark: '2026-11-27T11:59:55.000Z', scan: null })
  })

  it('leaves a row that has ended as it is, and ends one that is running, which then counts once', async () => {
    const { id, path } = await world.pipeline('ending')
    const workflow = (name: string) => ({ workflow_id: `pipeline-${id}-${name}`, run_id: name, pipeline: path })
    expect((await world.execute({ ...workflow('ended'), status: 'failed', runners: ['acme/a'] })).status).toBe(201)
    expect((await world.execute({ ...workflow('running'), status: 'running', runners: ['acme/a'] })).status).toBe(201)
    await world.organizationNamed('elsewhere')
    await world.execute({ ...workflow('elsewhere'), namespace: 'elsewhere', status: 'running' })
    const runs = ['ended', 'running', 'elsewhere'].map((name) =>
      runOf({ workflowId: `pipeline-${id}-${name}`, runId: name, memo: { runner_ids: ['acme/b'] } }),
    )
    // What was reported for another namespace neither changes nor hides the run of this one.
    expect(await reconcile('acme', temporalOf(runs))).toEqual({ written: 2, orphans: 0 })
    expect(await reconcile('acme', temporalOf(runs))).toEqual({ written: 0, orphans: 0 })
    expect(await ledger(`pipeline = '${id}' && namespace = 'elsewhere'`)).toMatchObject([
      { run_id: 'elsewhere', status: 'running' },
    ])
    expect(await ledger(`pipeline = '${id}' && namespace = 'acme'`)).toMatchObject([
      { run_id: 'elsewhere', status: 'completed', runner_ids: ['acme/b'] },
      { run_id: 'ended', status: 'failed', runner_ids: ['acme/a'] },
      { run_id: 'running', status: 'completed', runner_ids: ['acme/a'], closed_at: key(9, 0), duration_ms: 9000 },
    ])
    const [item] = (await statisticsOf('acme')).filter((one: { pipeline_id: string }) => one.pipeline_id === id)
    expect(item).toMatchObject({ total_runs: 3, total_successes: 2, runners: ['acme/a', 'acme/b'] })
  })

  covers('S63')
  it('writes a run that is unknown to the ledger as the interface would have', async () => {
    const { id, path } = await world.pipeline('whole')
    const members = {
      runner_types: ['built_in_wallet'],
      entities: { wallet_used: ['acme/w'], issuers: ['acme/i'] },
      definition_sha256: 'abc',
      ci_run_url: 'https://ci.example/7',
      type: 'scheduled',
    }
    const instants = { started_at: key(1, 5), closed_at: key(3, 5) }
    const name = { workflow_id: 'reported', run_id: 'reported' }
    await world.execute({ ...members, ...instants, ...name, pipeline: path, runners: ['acme/b', 'acme/a'] })
    const found = { startedAt: instants.started_at, closedAt: instants.closed_at, workflowId: 'found', runId: 'found' }
    const memo = { ...members, runner_ids: ['acme/a', 'acme/b'] }
    await reconcile('acme', temporalOf([runOf({ ...found, memo, attributes: { PipelineIdentifier: path } })]))
    const own = ['id', 'created', 'updated', 'workflow_id', 'run_id']
    const [one, other] = (await ledger(`pipeline = '${id}'`)).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([member]) => !own.includes(member))),
    )
    expect(one).toEqual(other)
    expect(other).toMatchObject({ runner_ids: ['acme/a', 'acme/b'], entities: members.entities, duration_ms: 2000 })
  })

  it('counts runs of pipelines that do not exist, and writes nothing of them', async () => {
    const before = await world.count('SELECT count(*) AS n FROM pipeline_results')
    const orphan = runOf({
      workflowId: 'pipeline-nosuchpipeline1-1',
      attributes: { PipelineIdentifier: ['acme/none'] },
    })
    expect(await reconcile('acme', temporalOf([orphan]))).toEqual({ written: 0, orphans: 1 })
    expect(await reconcile('nobody', temporalOf([orphan]))).toEqual({ written: 0, orphans: 0 })
    expect(await world.count('SELECT count(*) AS n FROM pipeline_results')).toBe(before)
  })

  covers('S61')
  it('calls a run terminated whose time is over and that Temporal does not know', async () => {
    const { id, path } = await world.pipeline('lost', { definition: { timeout_seconds: 600 } })
    const usual = await world.pipeline('lost-usual')
    const run = (name: string, pipeline: string, started_at: string) =>
      world.execute({ workflow_id: name, run_id: name, pipeline, status: 'running', started_at })
    await run('lost', path, '2026-11-27T11:47:59.5Z')
    await run('known', path, '2026-11-27T11:00:00Z')
    await run('in-time', path, '2026-11-27T11:48:00.5Z')
    await run('usual', usual.path, '2026-11-27T10:57:59Z')
    await run('usual-in-time', usual.path, '2026-11-27T10:58:01Z')
    const asked: string[] = []
    const temporal = temporalOf([], async ({ runId }) => {
      asked.push(runId)
      return runId === 'known' ? 'running' : null
    })
    expect(await reconcile('acme', temporal)).toEqual({ written: 2, orphans: 0 })
    expect(asked.sort()).toEqual(['known', 'lost', 'usual'])
    const rows = await ledger(`pipeline = '${id}' || pipeline = '${usual.id}'`)
    expect(rows.map(({ run_id, status, closed_at, duration_ms }) => [run_id, status, closed_at, duration_ms])).toEqual([
      ['in-time', 'running', '', 0],
      ['known', 'running', '', 0],
      ['lost', 'terminated', '2026-11-27T11:59:59.500000000Z', 720_000],
      ['usual', 'terminated', '2026-11-27T11:59:59.000000000Z', 3_720_000],
      ['usual-in-time', 'running', '', 0],
    ])
  })

  it('counts no run of ours that timed out without a step, and every other one', async () => {
    const { id, path } = await world.pipeline('unopened')
    const ours = { pipeline: id, runner_ids: ['wallet-capture/built-in-wallet'] }
    const theirs = { pipeline: id, runner_ids: ['acme/runner'] }
    const run = (name: string, steps: unknown) =>
      world.execute({
        ...{ workflow_id: name, run_id: name, pipeline: path, status: 'running', steps },
        started_at: '2026-11-27T11:59:00Z',
      })
    await run('no-step', [])
    await run('opened', [{ id: 'a', kind: 'issuance', state: 'running' }])
    await run('theirs', [])
    const timedOut = (name: string, memo: object) => runOf({ workflowId: name, runId: name, status: 'timed_out', memo })
    const runs = [
      ...[timedOut('no-row', ours), timedOut('no-step', ours), timedOut('opened', ours)],
      ...[timedOut('theirs', theirs), timedOut('theirs-no-row', theirs)],
    ]
    expect(await reconcile('acme', temporalOf(runs))).toMatchObject({ orphans: 0 })
    expect(
      (await ledger(`pipeline = '${id}'`)).map(({ run_id, status, infra, reason }) => [run_id, status, infra, reason]),
    ).toEqual([
      ['no-row', 'canceled', true, 'worker_lost'],
      ['no-step', 'canceled', true, 'worker_lost'],
      ['opened', 'timed_out', false, ''],
      ['theirs', 'timed_out', false, ''],
      ['theirs-no-row', 'timed_out', false, ''],
    ])
  })

  it('ends the steps of what it ends, and leaves steps of another form as they are', async () => {
    const { id, path } = await world.pipeline('with-steps')
    const step = { kind: 'issuance', passed: null, reason: '', checks: 0 }
    const steps = [
      { ...step, id: 'a', state: 'passed', passed: true, session_id: '11111111-2222-4333-8444-555555555555' },
      { ...step, id: 'b', state: 'running', waits_for: 'wallet' },
      { ...step, id: 'c', state: 'waiting' },
    ]
    const run = (name: string, members: object) =>
      world.execute({
        ...{ workflow_id: name, run_id: name, pipeline: path, status: 'running', started_at: '2026-11-27T08:00:00Z' },
        ...members,
      })
    await run('steps-found', { steps })
    await run('steps-lost', { steps })
    // As a ledger of an earlier version may have them.
    const other = (await (await run('steps-theirs', {})).json()).id
    const ofOthers = ['running', { state: 'running' }, true]
    await world.client.sdk.collection('pipeline_results').update(other, { steps: ofOthers })
    const found = ['steps-found', 'steps-theirs'].map((name) =>
      runOf({ workflowId: name, runId: name, memo: { pipeline: id } }),
    )
    await reconcile('acme', temporalOf(found))
    const rows = await ledger(`pipeline = '${id}'`)
    const [one, lost, theirs] = rows
    const ended = [
      { id: 'a', state: 'passed' },
      { id: 'b', state: 'uncounted' },
      { id: 'c', state: 'skipped' },
    ]
    expect(one).toMatchObject({ status: 'completed', steps: ended, steps_whole: ended, steps_told: ended })
    expect(lost).toMatchObject({ status: 'terminated', steps: ended, steps_whole: ended, steps_told: ended })
    expect(JSON.stringify(rows)).not.toContain('waits_for')
    expect(theirs?.steps).toEqual(ofOthers)
  })

  it('keeps a scan that broke off, with its page', async () => {
    const scan = { from: 'a', until: 'b', page: 'c' }
    await store.reconcile({ namespace: 'acme', runs: [], progress: { watermark: 'w' } })
    await store.reconcile({ namespace: 'acme', runs: [], progress: { scan } })
    expect((await store.states(['acme'], noon))[0]).toMatchObject({ watermark: 'w', scan })
    await store.reconcile({ namespace: 'acme', runs: [], progress: { watermark: 'x' } })
    expect((await store.states(['acme'], noon))[0]).toMatchObject({ watermark: 'x', scan: null })
  })

  covers('S62')
  it('finds what is running without reading the ledger', async () => {
    const plan = await world.client.call('/api/test/overdue-plan', { method: 'POST', body: {} })
    expect(plan).toContainEqual(
      expect.stringContaining('SEARCH r USING INDEX idx_pipeline_results_running (namespace=?)'),
    )
  })
})

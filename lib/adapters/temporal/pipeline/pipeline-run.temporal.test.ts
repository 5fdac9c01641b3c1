import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { ScheduleNotFoundError } from '@temporalio/client'
import { ApplicationFailure, TypedSearchAttributes } from '@temporalio/common'
import { Worker } from '@temporalio/worker'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type PipelineInput,
  pipelineTaskQueue,
  pipelineWorkflowId,
  pipelineWorkflowType,
  resultSignal,
} from '@/lib/core/scoreboard/pipelines/run-types'
import { restoreSchedules } from '@/lib/core/scoreboard/pipelines/schedules'
import { eventually } from '@/lib/testing/eventually'
import { issuanceStep } from '@/lib/testing/pipeline-runs'
import { openPipelineWorld, type PipelineWorker, type PipelineWorld } from '@/lib/testing/pipeline-world'
import { openPlayedRuns, type PlayedRun, untilCancelled } from '@/lib/testing/played-run'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { PipelineActivities } from './activities'

/** No run here takes longer, so that one that stands still is found out. */
const timeout = 120_000

let world: PipelineWorld
let play: Awaited<ReturnType<typeof openPlayedRuns>>
/** The worker as it is, which a test leaves to the next one: each that starts takes half a second of the processor. */
let ordinary: PipelineWorker | null = null
/** One that a test has changed. */
let changed: PipelineWorker | null = null
beforeAll(async () => {
  // Its workers have no operator token: the key opens what their runs have made.
  world = await openPipelineWorld({ env: { OPERATOR_TOKEN: 'an-operator-token', SESSION_RATE_LIMIT: '1' } })
  play = await openPlayedRuns(world)
})
afterEach(async () => {
  await changed?.stop()
  changed = null
})
afterAll(() => world.close())

/** Lets the worker as it is do what is to be done. */
async function letWork(): Promise<void> {
  ordinary ??= await world.startPipelineWorker()
}
/** Nobody serves the queue afterwards. */
async function letNobodyWork(): Promise<void> {
  await ordinary?.stop()
  ordinary = null
}

const issuance = issuanceStep
const definition = {
  version: 1,
  runner: 'built_in_wallet',
  entities: { wallet: 'wallet-capture/reference-wallet' },
  steps: [issuance],
}

let count = 0
async function pipeline(members: object = {}): Promise<string> {
  const [organization] = await world.client.sdk
    .collection('organizations')
    .getFullList({ filter: "canonified_name = 'wallet-capture'" })
  const name = `run-${++count}`
  const record = await world.create('pipelines', {
    name,
    canonified_name: name,
    owner: organization?.id,
    published: true,
    evidence_public: true,
    definition: { ...definition, ...members },
  })
  return record.id
}

/** Starts a run and returns its handle. */
const start = async (pipelineId: string, input: Partial<PipelineInput> = {}) =>
  world.runs.workflow.start(pipelineWorkflowType, {
    workflowId: pipelineWorkflowId(pipelineId, randomUUID()),
    taskQueue: pipelineTaskQueue,
    args: [{ pipeline_id: pipelineId, trigger: 'manual', ...input }],
  })
type Run = Awaited<ReturnType<typeof start>>

/** Waits for the end of a run, and returns its status in Temporal and its row in the ledger. */
async function endOf(run: Run) {
  await run.result().catch(() => undefined)
  const { status } = await run.describe()
  return { temporal: status.name, row: await rowOf(run) }
}
const rowOf = async ({ workflowId }: Pick<Run, 'workflowId'>) =>
  (await world.client.sdk.collection('pipeline_results').getFullList({ filter: `workflow_id = '${workflowId}'` }))[0]

describe('a run with the reference wallet', { timeout }, () => {
  it('takes it through steps of every kind, and the ledger has all of it', async () => {
    await letWork()
    const [organization] = await world.client.sdk
      .collection('organizations')
      .getFullList({ filter: "canonified_name = 'wallet-capture'" })
    await world.create('custom_checks', {
      name: 'probe',
      canonified_name: 'probe',
      owner: organization?.id,
      published: true,
    })
    const id = await pipeline({
      steps: [
        issuance,
        {
          id: 'present',
          kind: 'presentation',
          session: {
            dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] },
            negative_tests: 'wrong_client_id',
          },
        },
        { id: 'smoke', kind: 'campaign', campaign: 'smoke' },
        { id: 'theirs', kind: 'custom', custom_check: 'wallet-capture/probe' },
      ],
    })
    const run = await start(id)
    await eventually(async () => (await rowOf(run))?.steps?.[3]?.state === 'running', 120_000)
    const { id: executionId } = (await rowOf(run)) ?? { id: '' }
    const result = { step: 'theirs', passed: true, summary: 'well' }
    expect((await post(`/api/executions/${executionId}/result`, result)).status).toBe(200)
    const { temporal, row } = await endOf(run)
    expect(row?.steps).toMatchObject([
      { id: 'issue', state: 'passed', passed: true },
      { id: 'present', state: 'passed', passed: true },
      { id: 'smoke', state: 'passed', passed: true },
      { id: 'theirs', state: 'passed', passed: true },
    ])
    expect(row?.steps.map(({ summary }: { summary?: string }) => summary)).toEqual([
      undefined,
      'Ignored: negative_tests (nearly negative_test) is no member of this request.',
      undefined,
      'well',
    ])
    expect({ temporal, status: row?.status, reason: row?.reason, infra: row?.infra }).toEqual({
      ...{ temporal: 'COMPLETED', status: 'completed', reason: '', infra: false },
    })
    // The operator alone reads it.
    const campaign = await (await world.call(`/campaigns/${row?.campaign_id}`)).json()
    expect(campaign.wallet).toEqual({ name: 'wallet-capture/reference-wallet', version: 'unknown' })
    expect(row?.screenshots).toHaveLength(2)
    const entities = row?.entities
    expect(entities.wallet_used).toEqual(['wallet-capture/reference-wallet'])
    expect(entities.custom_checks).toEqual(['wallet-capture/probe'])
    expect(entities.conformance_tests.some((path: string) => path.startsWith('openid4vci/1.0/'))).toBe(true)
    expect(entities.conformance_tests.some((path: string) => path.startsWith('openid4vp/1.0/'))).toBe(true)
  })

  it('counts for nothing where the service refuses a step, for no wallet has come', async () => {
    await letWork()
    const session = { ...issuance.session, credential_configuration_id: 'no-such-credential' }
    const steps = [
      { ...issuance, session },
      { ...issuance, id: 'later' },
    ]
    const { temporal, row } = await endOf(await start(await pipeline({ steps })))
    expect({ temporal, status: row?.status, reason: row?.reason, infra: row?.infra }).toEqual({
      ...{ temporal: 'CANCELLED', status: 'canceled', reason: 'step_refused', infra: false },
    })
    const why =
      'step_refused: unsupported_credential_configuration: The member credential_configuration_id must be one of '
    expect(row?.steps).toMatchObject([
      { id: 'issue', state: 'uncounted', passed: null, reason: expect.stringContaining(why) },
      { id: 'later', state: 'skipped', reason: '' },
    ])
  })

  it('makes another session where the wallet and its worker are lost, and blames nobody', async () => {
    const driven: string[] = []
    await letNobodyWork()
    changed = await world.startPipelineWorker({
      driveWallet: ({ session_id = '' }) => {
        driven.push(session_id)
        return new Promise(() => undefined)
      },
    })
    const run = await start(await pipeline(), { heartbeat_seconds: 2 })
    await eventually(async () => driven.length === 1)
    await changed.stop()
    await letWork()
    const { temporal, row } = await endOf(run)
    expect({ temporal, status: row?.status }).toEqual({ temporal: 'COMPLETED', status: 'completed' })
    const [step] = row?.steps ?? []
    expect(step.abandoned).toEqual(driven)
    expect(driven).not.toContain(step.session_id)
  })
})

const post = (path: string, body?: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  world.call(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
/** Starts a run over the interface, by default of a pipeline for a real wallet. */
async function startOver(id: string) {
  const answer = await (await post(`/api/pipelines/${id}/run`)).json()
  const handle = world.runs.workflow.getHandle(answer.workflow_id, answer.run_id)
  return { ...answer, handle, at: `/api/executions/${answer.execution_id}` }
}
const read = async (at: string) => (await world.call(at)).json()
/** Waits until a run waits for its wallet, and gives what its reader with the key sees. */
const untilWaiting = (at: string) =>
  eventually(async () => {
    const execution = await read(at)
    return execution.waiting_for === 'wallet' ? execution : null
  })
const byQr = { runner: 'real_wallet_qr', wait_seconds: 30 }

describe('a run over the interface', { timeout }, () => {
  it('is started once by twenty requests with one key, and waits for a worker', async () => {
    await letNobodyWork()
    const id = await pipeline()
    const once = (body?: unknown) => post(`/api/pipelines/${id}/run`, body, { 'idempotency-key': 'nightly' })
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await once()).json()))
    const [{ execution_id, workflow_id, run_id }] = answers
    for (const answer of answers) expect(answer).toMatchObject({ execution_id, workflow_id, run_id })
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect((await once({ ci_run_url: 'https://ci.example' })).status).toBe(422)
    expect(await read(`/api/executions/${execution_id}`)).toMatchObject({ status: 'running', waiting_for: 'worker' })
    expect(await world.count(`SELECT count(*) AS n FROM pipeline_results WHERE pipeline = '${id}'`)).toBe(1)
    await letWork()
    await world.runs.workflow.getHandle(workflow_id, run_id).result()
    expect(await read(`/api/executions/${execution_id}`)).toMatchObject({ status: 'completed', waiting_for: null })
    expect(await (await once()).json()).toMatchObject({ run_id, created: false })
    // Whatever has changed since: the definition is wrong now, and the ledger has lost the run.
    await world.client.sdk.collection('pipelines').update(id, { definition: { version: 1 } })
    expect(await (await once()).json()).toMatchObject({ execution_id, run_id, created: false })
    await world.client.sdk.collection('pipeline_results').delete(execution_id)
    const found = await (await once()).json()
    expect(found).toMatchObject({ run_id, created: false })
    expect(await read(`/api/executions/${found.execution_id}`)).toMatchObject({ status: 'completed', type: 'manual' })
  })

  it('cannot be cancelled where a program elsewhere reported it', async () => {
    await world.pipeline('reported')
    const { path } = (await world.service.container.ports.scoreboard.pipelines.pipeline(await pipeline())) ?? {}
    for (const members of [{ pipeline: 'acme/reported' }, { pipeline: path, namespace: 'wallet-capture' }]) {
      const reported = await (await world.execute({ status: 'running', ...members })).json()
      const answer = await post(`/api/executions/${reported.id}/cancel`)
      expect([answer.status, (await answer.json()).error]).toEqual([409, 'execution_ended'])
    }
  })

  it('shows its link to who has the key alone, and judges the wallet that comes', async () => {
    await letWork()
    const { handle, at } = await startOver(await pipeline(byQr))
    const { deeplink } = await untilWaiting(at)
    const seen = await (await fetch(world.service.baseUrl + at)).json()
    expect(seen).toMatchObject({ status: 'running', waiting_for: 'wallet' })
    expect(JSON.stringify(seen)).not.toContain(deeplink)
    expect((await runAtIssuer({ deeplink })).outcome).toBe('credential_stored')
    await handle.result()
    const { status, steps, closed_at } = await read(at)
    expect({ status, state: steps[0].state }).toEqual({ status: 'completed', state: 'passed' })
    expect(closed_at).toMatch(/Z$/)
    // Temporal holds ids and verdicts.
    const history = JSON.stringify(await handle.fetchHistory())
    const payloads = history.replaceAll(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data) => atob(data))
    for (const secret of [testAdminKey, deeplink, 'pre-authorized_code']) expect(payloads).not.toContain(secret)
    expect(payloads).toContain(steps[0].session_id)
  })

  it('fails where the wallet breaks a must', async () => {
    await letWork()
    const { handle, at } = await startOver(await pipeline(byQr))
    const { deeplink } = await untilWaiting(at)
    await runAtIssuer({ deeplink, misbehave: 'vci.dpop.htu' })
    await expect(handle.result()).rejects.toThrow()
    expect(await read(at)).toMatchObject({ status: 'failed', reason: 'must_failed', infra: false })
  })

  it('is cancelled on request, once', async () => {
    await letWork()
    const { handle, at } = await startOver(await pipeline(byQr))
    await untilWaiting(at)
    expect((await post(`${at}/cancel`)).status).toBe(202)
    await expect(handle.result()).rejects.toThrow()
    expect(await read(at)).toMatchObject({ status: 'canceled', reason: '', steps: [{ state: 'uncounted' }] })
    expect((await post(`${at}/cancel`)).status).toBe(409)
  })

  it('whose definition is replaced keeps what it was started with', async () => {
    await letWork()
    const id = await pipeline({ ...byQr, entities: { wallet: 'wallet-capture/reference-wallet' } })
    const { handle, at, workflow_id: workflowId } = await startOver(id)
    await untilWaiting(at)
    await world.client.sdk.collection('pipelines').update(id, { definition: { ...definition, entities: {} } })
    await post(`${at}/cancel`)
    await expect(handle.result()).rejects.toThrow()
    expect(await rowOf({ workflowId })).toMatchObject({
      ...{ status: 'canceled', runner_ids: ['wallet-capture/wallet-by-qr-code'], runner_types: ['real_wallet_qr'] },
      entities: { wallet_used: ['wallet-capture/reference-wallet'] },
    })
  })

  it('goes on where a record is deleted that its definition names', async () => {
    await letWork()
    const [organization] = await world.client.sdk
      .collection('organizations')
      .getFullList({ filter: "canonified_name = 'wallet-capture'" })
    const name = 'short-lived'
    const record = await world.create('custom_checks', {
      ...{ name, canonified_name: name, owner: organization?.id, published: true },
    })
    const { handle, at } = await startOver(
      await pipeline({ ...byQr, entities: { custom_checks: [`wallet-capture/${name}`] } }),
    )
    const { deeplink } = await untilWaiting(at)
    await world.client.sdk.collection('custom_checks').delete(record.id)
    expect((await runAtIssuer({ deeplink })).outcome).toBe('credential_stored')
    await handle.result()
    expect(await read(at)).toMatchObject({ status: 'completed' })
  })

  it('is started by its schedule, which is made again where Temporal has lost it', async () => {
    await letWork()
    const id = await pipeline()
    const schedule = (body: unknown) => post(`/api/pipelines/${id}/schedule`, body, {}, 'PUT')
    expect((await (await schedule({ daily_at: '02:30' })).json()).next_run_at).toMatch(/T02:30:00\.000Z$/)
    const { next_run_at } = await (await schedule({ every_seconds: 900 })).json()
    expect(Date.parse(next_run_at) % 900_000).toBe(0)
    const handle = world.runs.schedule.getHandle(`pipeline-${id}`)
    const { policies } = await handle.describe()
    expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 60_000 })
    await handle.delete()
    const { scoreboard, sha256, uuid, now } = world.service.container.ports
    await restoreSchedules({ ...scoreboard, sha256, uuid, now })
    await handle.trigger()
    const row = await eventually(async () => {
      const [found] = await world.client.sdk
        .collection('pipeline_results')
        .getFullList({ filter: `pipeline = '${id}'` })
      return found?.status === 'completed' ? found : null
    })
    expect(row.type).toBe('scheduled')
    const [kept] = await scoreboard.pipelines.schedules(id)
    expect(kept).toMatchObject({ every_seconds: 900, paused: false, next_run_at })
    expect((await post(`/api/pipelines/${id}/schedule`, undefined, {}, 'DELETE')).status).toBe(200)
    await expect(handle.describe()).rejects.toThrow()
  })

  it('is started as its definition is now, where that was saved after its schedule', async () => {
    await letNobodyWork()
    const id = await pipeline({ timeout_seconds: 120 })
    await world.client.sdk.collection('pipelines').update(id, { published: false })
    await post(`/api/pipelines/${id}/schedule`, { daily_at: '02:30', paused: true }, {}, 'PUT')
    const handle = world.runs.schedule.getHandle(`pipeline-${id}`)
    const scheduled = async () => {
      const { action, spec, state } = await handle.describe()
      const { memo, workflowExecutionTimeout, typedSearchAttributes, args } = action
      return {
        memo,
        workflowExecutionTimeout,
        // In an order that differs from one reading to the next.
        found:
          typedSearchAttributes instanceof TypedSearchAttributes
            ? typedSearchAttributes
                .getAll()
                .map((one) => JSON.stringify(one))
                .sort()
            : [],
        args,
        spec,
        paused: state.paused,
      }
    }
    const before = await scheduled()
    expect(before).toMatchObject({
      ...{ workflowExecutionTimeout: 240_000, paused: true, args: [{ pipeline_id: id, trigger: 'scheduled' }] },
      memo: { pipeline: id, type: 'scheduled', runner_types: ['built_in_wallet'] },
    })
    const other = {
      ...definition,
      ...byQr,
      timeout_seconds: 600,
      entities: { wallet_version: 'wallet-capture/reference-wallet/built-in' },
    }
    expect((await post(`/api/pipelines/${id}`, { definition: other }, {}, 'PUT')).status).toBe(200)
    const after = await scheduled()
    expect(after).toMatchObject({
      ...{ workflowExecutionTimeout: 720_000, args: before.args, spec: before.spec, paused: true },
      memo: {
        ...{ pipeline: id, type: 'scheduled', runner_types: ['real_wallet_qr'] },
        entities: { wallet_version_used: ['wallet-capture/reference-wallet/built-in'] },
        definition_sha256: createHash('sha256').update(JSON.stringify(other)).digest('hex'),
      },
    })
    expect(JSON.stringify(after.found)).toContain('wallet-by-qr-code')
    // A save that is refused leaves what was.
    const stale = { 'if-match': '"another"' }
    expect((await post(`/api/pipelines/${id}`, { definition }, stale, 'PUT')).status).toBe(412)
    expect(await scheduled()).toEqual(after)
    await handle.trigger()
    const run = await eventually(async () => {
      const query = `WorkflowId STARTS_WITH 'pipeline-${id}-scheduled'`
      for await (const one of world.runs.workflow.list({ query })) return one
      return null
    })
    expect(run.memo).toMatchObject(after.memo ?? { none: true })
    await world.runs.workflow.getHandle(run.workflowId).terminate()
    await post(`/api/pipelines/${id}/schedule`, undefined, {}, 'DELETE')
  })

  it('ends the schedule that started it where its pipeline is gone', async () => {
    const id = await pipeline()
    await post(`/api/pipelines/${id}/schedule`, { every_seconds: 900 }, {}, 'PUT')
    const wishes = () => world.count(`SELECT count(*) AS n FROM worker_wishes WHERE source = 'schedule-${id}'`)
    expect(await wishes()).toBe(1)
    await world.client.sdk.collection('pipelines').delete(id)
    expect(await wishes()).toBe(0)
    const handle = world.runs.schedule.getHandle(`pipeline-${id}`)
    await handle.trigger()
    await letWork()
    const isGone = () =>
      handle.describe().then(
        () => false,
        (error: unknown) => error instanceof ScheduleNotFoundError,
      )
    await eventually(isGone, 20_000)
  })

  it('counts for nothing where nobody comes', async () => {
    await letWork()
    const id = await pipeline(byQr)
    const first = await startOver(id)
    await runAtIssuer({ deeplink: (await untilWaiting(first.at)).deeplink })
    await first.handle.result()
    const { handle, at } = await startOver(id)
    await untilWaiting(at)
    world.service.advance(byQr.wait_seconds + 1)
    await expect(handle.result()).rejects.toThrow()
    expect((await handle.describe()).status.name).toBe('CANCELLED')
    expect(await read(at)).toMatchObject({ status: 'canceled', reason: 'nobody_came', infra: false })
    // The rate is that of the run before, now and in the rows that an aggregation makes.
    const counted = { total_runs: 1, total_successes: 1, success_rate: 100 }
    const statistics = await (await world.call('/api/pipeline/scoreboard/wallet-capture')).json()
    expect(statistics.find((one: { pipeline_id: string }) => one.pipeline_id === id)).toMatchObject(counted)
    await world.aggregate()
    const row = (await world.rows()).find((one) => one.pipeline === id)
    expect(row).toMatchObject({ ...counted, canceled_runs: 1 })
  })
})

describe('a run of whose end the ledger is not told', () => {
  it('is there as it ended after the next aggregation, with why', async () => {
    await letNobodyWork()
    changed = await world.startPipelineWorker({
      driveWallet: async () => ({ broken: true, outcome: '' }),
      closeExecution: () => Promise.reject(ApplicationFailure.nonRetryable('The ledger is away.')),
    })
    const run = await start(await pipeline())
    expect(await endOf(run)).toMatchObject({ temporal: 'CANCELLED', row: { status: 'running' } })
    await eventually(async () => {
      const query = `WorkflowId = '${run.workflowId}' AND ExecutionStatus = 'Canceled'`
      return (await world.runs.workflow.count(query)).count === 1
    })
    // Enough for the window of a reconciliation to hold what has just ended.
    world.service.advance(30)
    await world.aggregate()
    expect(await rowOf(run)).toMatchObject({ status: 'canceled', reason: 'service_failed', infra: true })
  })
})

const failed = async () => ({ verdict: { kind: 'failed', reason: 'must_failed', detail: 'x' } as const, checks: [] })
const nobody = { kind: 'uncounted', reason: 'nobody_came', detail: '', infra: false } as const
const nobodyCame = async () => ({ verdict: nobody, checks: [] })
const twoSteps = (on_failure: 'stop' | 'continue') => ({
  steps: [
    { id: 'a', kind: 'issuance', on_failure, runs: null },
    { id: 'b', kind: 'issuance', on_failure: 'stop', runs: null },
  ],
})

describe.concurrent('a run', { timeout }, () => {
  it('fails by what the wallet did, at once or at its end', async () => {
    expect(await play({ judgeStep: failed, plan: twoSteps('stop') })).toMatchObject({
      ...{ temporal: 'FAILED', end: { status: 'failed', reason: 'must_failed' }, opened: ['a'], closings: 1 },
      records: [{ state: 'failed', reason: 'must_failed: x' }, { state: 'skipped' }],
    })
    expect(await play({ judgeStep: failed, plan: twoSteps('continue') })).toMatchObject({
      ...{ temporal: 'FAILED', opened: ['a', 'b'] },
    })
  })

  it('is cancelled in Temporal too where nobody came', async () => {
    expect(await play({ judgeStep: nobodyCame, plan: { runner: 'real_wallet_qr' } })).toMatchObject({
      ...{ temporal: 'CANCELLED', end: { status: 'canceled', reason: 'nobody_came', infra: false }, closings: 1 },
      records: [{ state: 'uncounted', session_id: 'session-1' }],
    })
  })

  it('counts for nothing where the service failed three times', async () => {
    expect(await play({ driveWallet: async () => ({ broken: true, outcome: '' }) })).toMatchObject({
      ...{ temporal: 'CANCELLED', end: { status: 'canceled', reason: 'service_failed', infra: true } },
      ...{ opened: ['a', 'a', 'a'], records: [{ session_id: 'session-3', abandoned: ['session-1', 'session-2'] }] },
    })
  })

  it('gives the wallet as long as the run may take, for it may wait for its place', async () => {
    const { run } = await play({ plan: { timeout_seconds: 7200 } })
    const { events } = await run.fetchHistory()
    const scheduled = events?.flatMap(({ activityTaskScheduledEventAttributes: one }) =>
      one?.activityType?.name === 'driveWallet' ? [Number(one.startToCloseTimeout?.seconds)] : [],
    )
    expect(scheduled).toEqual([7260])
  })

  it('times out where its own time is over, unless nobody has come by then', async () => {
    const driveWallet = untilCancelled
    const plan = { timeout_seconds: 1 }
    expect(await play({ driveWallet, plan })).toMatchObject({
      ...{ temporal: 'FAILED', end: { status: 'timed_out', infra: false }, records: [{ state: 'uncounted' }] },
    })
    const byQr = { ...plan, runner: 'real_wallet_qr' }
    expect(await play({ watchStep: untilCancelled, judgeStep: nobodyCame, plan: byQr })).toMatchObject({
      ...{ temporal: 'CANCELLED', end: { status: 'canceled', reason: 'nobody_came', infra: false } },
    })
    const openStep = () => new Promise<never>(() => undefined)
    expect(await play({ openStep, plan })).toMatchObject({
      ...{ temporal: 'CANCELLED', end: { status: 'canceled', reason: 'service_failed', infra: true } },
    })
  })

  it('was never asked for where the reference wallet got no place in its time', async () => {
    // As one that waits for its place: it is cancelled there.
    expect(
      await play({ driveWallet: untilCancelled, judgeStep: nobodyCame, plan: { timeout_seconds: 1 } }),
    ).toMatchObject({
      ...{ temporal: 'CANCELLED', end: { status: 'canceled', reason: 'no_place', infra: true }, closings: 1 },
      records: [{ state: 'uncounted', passed: null, reason: 'no_place' }],
    })
    const plan = { ...twoSteps('continue'), timeout_seconds: 2 }
    const judged: string[] = []
    const judgeStep: PipelineActivities['judgeStep'] = (asked) =>
      judged.push(asked.step) === 1 ? failed() : nobodyCame()
    const driveWallet: PipelineActivities['driveWallet'] = ({ session_id }) =>
      session_id === 'session-1' ? Promise.resolve({ broken: false, outcome: '' }) : untilCancelled()
    // What the wallet did before counts.
    expect(await play({ driveWallet, judgeStep, plan })).toMatchObject({ end: { status: 'failed', infra: false } })
  })

  it('ends in Temporal as it ended where the ledger cannot be told', async () => {
    const closeExecution = async () => {
      throw ApplicationFailure.nonRetryable('The ledger refuses.')
    }
    const temporal = async (changed: Parameters<typeof play>[0]) =>
      (await play({ closeExecution, ...changed })).temporal
    expect(await temporal({})).toBe('COMPLETED')
    expect(await temporal({ judgeStep: failed })).toBe('FAILED')
    expect(await temporal({ driveWallet: async () => ({ broken: true, outcome: '' }) })).toBe('CANCELLED')
  })

  it('is cancelled by a person, and closed all the same', async () => {
    let driving = false
    const driveWallet = () => {
      driving = true
      return untilCancelled()
    }
    const cancel = async (run: PlayedRun) => {
      await eventually(async () => driving)
      await run.cancel()
    }
    expect(await play({ driveWallet }, cancel)).toMatchObject({
      ...{ temporal: 'CANCELLED', end: { status: 'canceled', reason: '', infra: false }, closings: 1 },
    })
  })

  it('waits for the result of an external step, also of one that came before', async () => {
    const external = { id: 'b', kind: 'custom', on_failure: 'stop', runs: 'external' }
    const judged: string[] = []
    const judgeStep: PipelineActivities['judgeStep'] = async ({ step }) => {
      judged.push(step)
      return { verdict: { kind: 'passed' }, checks: [] }
    }
    const plan = { wait_seconds: 600, steps: [...twoSteps('stop').steps.slice(0, 1), external] }
    expect(await play({ judgeStep, plan }, (run) => run.signal(resultSignal, 'b'))).toMatchObject({
      temporal: 'COMPLETED',
    })
    expect(judged).toEqual(['a', 'b'])
  })
})

/**
 * Histories of runs on a real Temporal, one for each way that a run can go, without worker identities: as a client fetches them,
 * an event a line. A run that lasts when a new version starts is replayed in the same way.
 */
const directory = new URL('./histories/', import.meta.url)
const histories = readdirSync(directory)

const eventsOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Replays the histories with the code of today, and names what was wrong with each. */
async function replayed(change: (text: string) => string = (text) => text) {
  const { run } = await play({})
  const fetched = await run.fetchHistory()
  // The protobuf type of histories; the client does not export it.
  const type = fetched.constructor as unknown as { fromObject(json: unknown): typeof fetched }
  const read = histories.map((name) => ({
    workflowId: name,
    history: type.fromObject({ events: eventsOf(change(readFileSync(new URL(name, directory), 'utf8'))) }),
  }))
  const workflowBundle = { codePath: world.whereabouts.workflowBundlePath }
  const errors = new Map<string, string | null>()
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, read))
    errors.set(workflowId, error?.name ?? null)
  return errors
}

describe('the workflow of today', { timeout }, () => {
  it('goes every way that was recorded', async () => {
    expect(histories.length).toBeGreaterThan(10)
    expect(await replayed()).toEqual(new Map(histories.map((name) => [name, null])))
  })

  it('is found out where it goes another one', async () => {
    const otherwise = await replayed((text) => text.replaceAll('"closeExecution"', '"closeOtherwise"'))
    expect(otherwise).toEqual(new Map(histories.map((name) => [name, 'DeterminismViolationError'])))
  })
})

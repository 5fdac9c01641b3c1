import type { RecordModel } from 'pocketbase'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endProcess } from '@/lib/testing/end-process'
import { eventually } from '@/lib/testing/eventually'
import {
  adminKeyOf,
  childPids,
  endStarts,
  isRunning,
  pidOf,
  ready,
  runFile,
  runScript,
  type Start,
  started,
  statusOf,
} from '@/lib/testing/npm-start'
import { secondWorker } from '@/lib/testing/second-worker'
import { commandLine } from '@/scripts/processes.mjs'
import { fixedShare, thorough } from '@/scripts/thorough.mjs'

afterEach(endStarts, 120_000)

/** What a test started or stopped besides, to be ended first. */
const besides: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of besides.splice(0)) await end()
}, 120_000)

describe('Temporal under npm start', () => {
  const ask = (start: Start, query = ''): Promise<Response> => {
    const url = `${start.origin}/api/pipeline/scoreboard/aggregate/start${query}`
    return fetch(url, { method: 'POST', headers: { 'x-api-key': adminKeyOf(start) } })
  }
  const aggregate = async (start: Start): Promise<number> => {
    const response = await ask(start)
    await response.arrayBuffer()
    return response.status
  }
  const startNew = async (start: Start): Promise<boolean> => {
    const response = await ask(start)
    const { already_running } = await response.json()
    return response.status === 200 && already_running === false
  }
  const schedule = async (start: Start) => {
    const response = await ask(start, '?schedule=86400')
    expect(response.status).toBe(200)
    return response.json()
  }
  const committed = async (start: Start): Promise<string> => {
    const response = await fetch(`${start.origin}/api/collections/scoreboard_state/records`)
    return (await response.json()).items[0].committed_aggregation
  }

  const records = async (start: Start, collection: string, query = '') =>
    (await fetch(`${start.origin}/api/collections/${collection}/records?${query}`)).json()
  const executions = async (start: Start): Promise<number> => (await records(start, 'pipeline_results')).totalItems
  const shownRows = async (start: Start): Promise<RecordModel[]> =>
    (await records(start, 'pipeline_scoreboard_cache', 'expand=pipeline,latest_successful_execution')).items
  /** Expects a row to lead visitors to its records. */
  async function expectEvidence({ origin }: Start, { expand }: RecordModel) {
    const { pipeline, latest_successful_execution: latest } = expand as Record<string, RecordModel>
    expect(await statusOf(`${origin}/hub/pipelines/${pipeline?.path}`)).toBe(200)
    expect(await statusOf(`${origin}/media/executions/${latest?.id}/${latest?.screenshots[0]}`)).toBe(200)
    const steps: { kind: string; session_id?: string }[] = latest?.steps ?? []
    const sessions = steps.filter(({ session_id }) => session_id !== undefined)
    expect(sessions.length).toBeGreaterThan(0)
    for (const { kind, session_id } of sessions) {
      const api = kind === 'issuance' ? 'sessions' : 'openid4vp/sessions'
      expect(await statusOf(`${origin}/${api}/${session_id}`)).toBe(200)
      expect(await statusOf(`${origin}/inspect/${kind}/${session_id}`)).toBe(200)
    }
  }

  const waiting = { timeout: 60_000, interval: 200 }

  /** Expects each row of a self-filled board to have one run, and to lead to its records. */
  async function expectFilled(start: Start) {
    await vi.waitFor(async () => expect(await shownRows(start)).toHaveLength(8), { timeout: 120_000, interval: 500 })
    const rows = await shownRows(start)
    for (const row of rows) expect(row).toMatchObject({ total_runs: 1, total_successes: 1, manually_executed_runs: 1 })
    // One code draws their pages: a share is enough.
    const named = rows.map((row) => [String(row.expand?.pipeline?.path), row] as const)
    for (const [, row] of fixedShare(named)) await expectEvidence(start, row)
    const board = await (await fetch(`${start.origin}/scoreboard`)).text()
    // Below each line lies the one that it opens to.
    const lines = board
      .split('<tr')
      .filter((line) => line.includes('/hub/pipelines/wallet-capture/') && !line.includes('data-opened'))
    expect(lines).toHaveLength(8)
    const [smoke = ''] = lines.filter((line) => line.includes('/hub/pipelines/wallet-capture/smoke-campaign'))
    // Each of the row's twelve cells shows something.
    const cells = smoke.split(/<t[dh] /).slice(1)
    const shownIn = (cell: string) =>
      cell.includes('aria-label="Screenshot of') ? 'a picture' : cell.replace(/^[^>]*>|<[^>]*>/g, '').trim()
    expect(cells.map(shownIn).filter((words) => !['', 'none'].includes(words))).toHaveLength(12)
  }

  /**
   * Expects one line that says where everything is, nothing awaited after it, and no error for what was only not ready
   * yet.
   */
  function expectCalmStart(start: Start) {
    const [, shown = ''] = start.output().split('Ctrl-C ends it.')
    expect(shown).not.toContain('Waiting for')
    expect(start.output()).not.toContain('"level":50')
    const [, temporal = '', pocketbase = ''] =
      /Everything is up\. Temporal: (\S+) \(namespaces default, wallet-capture\)\. .*dashboard: (http:\S+\/_\/) /.exec(
        shown,
      ) ?? []
    expect(runFile(start).parts).toEqual({
      temporal: { address: temporal, namespaces: ['default', 'wallet-capture'] },
      pocketbase: { url: pocketbase.replace('/_/', ''), dashboard: pocketbase },
    })
    const commandOf = (name: string) => commandLine(pidOf(start, name)) ?? ''
    expect(commandOf('Temporal')).toContain(`--port ${temporal.split(':')[1]} `)
    expect(commandOf('PocketBase')).toContain(`--http=${new URL(pocketbase || 'http://nowhere').host}`)
  }

  async function expectAggregatedAgain(start: Start) {
    await vi.waitFor(async () => expect(await aggregate(start)).toBe(200), waiting)
    const first = await committed(start)
    for (const name of ['Temporal', 'the worker']) {
      process.kill(pidOf(start, name), 'SIGKILL')
      await vi.waitFor(() => expect(start.output()).toContain(`${name} is ready again.`), waiting)
    }
    // The aggregation under way when Temporal died may still be ending: asking then joins it.
    await vi.waitFor(async () => expect(await startNew(start)).toBe(true), waiting)
    await vi.waitFor(async () => expect(await committed(start)).not.toBe(first), waiting)
  }

  /** Runs a pipeline on a second worker. The supervisor is paused meanwhile, or it would restart the first. */
  async function expectSecondWorker(start: Start, signal: 'SIGTERM' | 'SIGKILL') {
    const call = async (path: string, method = 'GET') =>
      (await fetch(start.origin + path, { method, headers: { 'x-api-key': adminKeyOf(start) } })).json()
    const second = await secondWorker(start)
    besides.push(() => endProcess(second.child, 'SIGTERM'))
    start.child.kill('SIGSTOP')
    besides.push(() => void start.child.kill('SIGCONT'))
    process.kill(pidOf(start, 'the worker'), signal)
    const [pipeline] = (await call('/api/collections/pipelines/records?perPage=1&sort=path')).items
    const { execution_id } = await call(`/api/pipelines/${pipeline.id}/run`, 'POST')
    const execution = await eventually(async () => {
      const found = await call(`/api/executions/${execution_id}`)
      return found.status === 'running' ? null : found
    }, 150_000)
    expect(execution, second.output()).toMatchObject({ status: 'completed', infra: false })
    start.child.kill('SIGCONT')
  }

  /**
   * Ends the service and starts it on the same data. Expects nothing of the first to be running, and the same board.
   */
  async function startedAgain(
    start: Start,
    env: Readonly<Record<string, string>>,
    signal: 'SIGTERM' | 'SIGKILL',
  ): Promise<Start> {
    const shown = await committed(start)
    const left = childPids(start)
    expect(left).toHaveLength(4)
    start.child.kill(signal)
    expect(await start.ended).toBe(signal === 'SIGTERM' ? 0 : null)
    const next = await started({ ...env, DATA_DIR: start.dataDir })
    await ready(next)
    expect(left.filter(isRunning)).toEqual([])
    expect(await committed(next)).toBe(shown)
    return next
  }

  // As few starts as possible: each takes as long as what is tested.
  it('fills the board by itself, and outlives kills of Temporal, of workers and of all at once, and an orderly end', async () => {
    const env = { BUILT_IN_PIPELINES: 'once', OPERATOR_TOKEN: 'an-operator-token', LOG_LEVEL: 'info' }
    const start = await started(env)
    await ready(start)
    await expectFilled(start)
    expectCalmStart(start)
    await expectAggregatedAgain(start)
    const made = await schedule(start)
    expect(made).toMatchObject({ schedule_id: 'aggregate-scoreboard-schedule-86400', created: true })
    const demo = await runDemo({ PORT: new URL(start.origin).port, DATA_DIR: start.dataDir, ...env })
    expect([demo.code, demo.output]).toEqual([0, expect.stringMatching(/The scoreboard shows 8 pipelines\.\n$/)])
    // A worker that signs off is replaced at once, a killed one within a minute.
    await expectSecondWorker(start, thorough ? 'SIGKILL' : 'SIGTERM')
    const executed = 8 + 8 + 1
    let last = start
    for (const end of ['SIGKILL', 'SIGTERM'] as const) {
      const next = await startedAgain(last, env, end)
      const { schedule_id } = made
      await vi.waitFor(async () => expect(await schedule(next)).toMatchObject({ schedule_id, created: false }), waiting)
      await vi.waitFor(() => expect(next.output()).toContain('the built-in pipelines ran before'), waiting)
      expect(await executions(next)).toBe(executed)
      last = next
    }
    last.child.kill('SIGTERM')
    expect(await last.ended).toBe(0)
  }, 600_000)
})

const runDemo = (env: Record<string, string>) => runScript('demo', { HOST: '127.0.0.1', ...env })

import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitingFor } from '@/lib/core/scoreboard/pipelines/fold-run'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld({ env: { METRICS_PORT: '9464' } })
})
afterAll(() => world?.close())

const step = (id: string, state: string, waits_for?: string) => ({
  ...{ id, kind: 'issuance', state, passed: null, reason: '', checks: 0 },
  ...(waits_for === undefined ? {} : { waits_for }),
})

/** Runs as the ledger may hold them. */
const runs: readonly { readonly status: string; readonly steps?: readonly object[] }[] = [
  { status: 'running' },
  { status: 'running', steps: [] },
  { status: 'running', steps: [step('a', 'running', 'wallet')] },
  { status: 'running', steps: [step('a', 'passed'), step('b', 'running', 'wallet'), step('c', 'waiting')] },
  { status: 'running', steps: [step('a', 'running', 'result')] },
  { status: 'running', steps: [step('a', 'running')] },
  { status: 'running', steps: [step('a', 'passed'), step('b', 'waiting')] },
  { status: 'completed' },
  { status: 'failed', steps: [step('a', 'running', 'wallet')] },
]

const lines = async (): Promise<string[]> => {
  const { body } = await world.service.container.metrics!.text()
  return body.split('\n').filter((line) => line.startsWith('wallet_capture_pipeline_waiting'))
}

it('runs that wait are counted by what for, as a reader of each is told', async () => {
  const series = (counts: Record<string, number>) =>
    ['worker', 'wallet', 'result'].map((name) => `wallet_capture_pipeline_waiting{for="${name}"} ${counts[name] ?? 0}`)
  expect(await lines()).toEqual(series({}))
  await world.pipeline('counted')
  for (const run of runs) expect((await world.execute({ pipeline: 'acme/counted', ...run })).status).toBe(201)
  const counts: Record<string, number> = {}
  for (const { status, steps = [] } of runs) {
    const waits = waitingFor(status, steps)
    if (waits !== null) counts[waits] = (counts[waits] ?? 0) + 1
  }
  expect(counts).toEqual({ worker: 2, wallet: 2, result: 1 })
  expect(await lines()).toEqual(series(counts))
  const { body } = await world.service.container.metrics!.text()
  expect(body).toContain('wallet_capture_pipeline_runs_total{status="completed",trigger="manual"} 1')
})

it('are no series while storage is away, which a scrape tells', async () => {
  await world.server.end('SIGKILL')
  const { body } = await world.service.container.metrics!.text()
  expect(body).not.toMatch(/^wallet_capture_pipeline_waiting/m)
  expect(body).toContain('wallet_capture_part_up{part="pocketbase"} 0')
  await world.server.start()
})

import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
let pipelineId: string
const pipeline = 'acme/outcomes'
beforeAll(async () => {
  world = await openScoreboardWorld()
  pipelineId = (await world.pipeline('outcomes', { evidence_public: false })).id
})
afterAll(() => world.close())

const rowOf = (id: string) => world.client.sdk.collection('pipeline_results').getOne(id)
const recorded = async (members: object) => (await world.execute({ pipeline, ...members })).json()
const totalRuns = async (): Promise<number> => {
  const [one] = await (await world.call('/api/pipeline/scoreboard/acme')).json()
  return one?.total_runs ?? 0
}

describe('what an execution came to', () => {
  it('is kept with why, and counts for nothing where our own side failed', async () => {
    await recorded({ status: 'failed', reason: 'must_failed' })
    const before = await totalRuns()
    const { id } = await recorded({ status: 'canceled', infra: true, reason: 'service_failed' })
    expect(await rowOf(id)).toMatchObject({ infra: true, reason: 'service_failed' })
    expect(await totalRuns()).toBe(before)
  })

  it('has defaults, so that reports of before are taken as they were', async () => {
    const { id } = await recorded({})
    expect(await rowOf(id)).toMatchObject({ infra: false, reason: '', campaign_id: '', evidence_url: '' })
  })

  it.each([
    { infra: 'yes' },
    { reason: 'x'.repeat(41) },
    { campaign_id: 'no-uuid' },
    { evidence_url: 'javascript:alert(1)' },
    { evidence_url: 'https://name:password@ci.example/' },
    { ci_run_url: 'https://name:password@ci.example/runs/1' },
    { ci_run_url: 'https://ci.example/\u{1f4a5}' },
    { ci_run_url: 'https://ci.example/\u0000' },
    { infra: true, status: 'failed' },
    { infra: true, status: 'running' },
    { evidence_url: `https://example.org/${'x'.repeat(2000)}` },
  ])('is refused with %j', async (members) => {
    expect((await world.execute({ pipeline, ...members })).status).toBe(400)
  })

  it('names evidence of ours alone, and no visitor sees where', async () => {
    const campaign_id = randomUUID()
    const evidence_url = `${world.service.baseUrl}/inspect/campaign/${campaign_id}`
    const { id, unresolved } = await recorded({ campaign_id, evidence_url })
    expect(unresolved).toEqual([])
    expect(await rowOf(id)).toMatchObject({ campaign_id, evidence_url })
    const seen = await world.visitor.collection('pipeline_results').getOne(id)
    expect(JSON.stringify(seen)).not.toContain(campaign_id)
    expect(seen).toMatchObject({ infra: false, reason: '' })
    const foreign = await recorded({ evidence_url: 'https://evil.example/evidence' })
    expect(foreign.unresolved).toEqual([{ field: 'evidence_url', name: 'https://evil.example/evidence' }])
    expect((await rowOf(foreign.id)).evidence_url).toBe('')
  })

  it('lists each name that nothing has, and no parent that nobody sent, and takes the others', async () => {
    const owner = world.organization.id
    const wallet = await world.create('wallets', { name: 'Merrow', canonified_name: 'merrow', owner })
    await world.create('mobile_runners', { name: 'Bench', canonified_name: 'bench', owner, type: 'built_in_wallet' })
    const { unresolved } = await recorded({
      entities: {
        wallet_used: [wallet.path, 'acme/no-wallet'],
        wallet_version_used: ['acme/no-other/v1', 'acme/merrow/installed_from_external_source'],
        credentials: ['acme/no-issuer/no-credential'],
        // The row of a public pipeline adds it to the catalogue.
        conformance_tests: ['no-suite/no-test'],
      },
      runners: ['acme/bench', 'acme/no-runner'],
    })
    expect(unresolved).toEqual([
      { field: 'wallet_used', name: 'acme/no-wallet' },
      { field: 'wallet_version_used', name: 'acme/no-other/v1' },
      { field: 'credentials', name: 'acme/no-issuer/no-credential' },
      { field: 'runners', name: 'acme/no-runner' },
    ])
  })

  it('stays, once it is there: who says later that it runs is too late', async () => {
    const run = { workflow_id: 'late', run_id: 'late' }
    const { id } = await recorded({ ...run, steps: [{ id: 'a' }] })
    expect((await recorded({ ...run, status: 'running' })).id).toBe(id)
    expect(await rowOf(id)).toMatchObject({ status: 'completed', steps: [{ id: 'a' }] })
  })
})

describe('the result of an external step', () => {
  it('is kept once, before the end', async () => {
    const store = world.service.container.ports.scoreboard.pipelines
    const workflowId = `pipeline-${pipelineId}-external`
    const run = { workflow_id: workflowId, run_id: 'external' }
    const { id } = await recorded({ ...run, status: 'running' })
    const given = { passed: true, summary: 'well' }
    expect(await store.result({ workflowId, runId: 'external' }, 'a')).toBeNull()
    expect(await store.giveResult(id, 'a', given)).toBe('given')
    expect(await store.giveResult(id, 'a', given)).toBe('same')
    expect(await store.giveResult(id, 'a', { ...given, passed: false })).toBe('other')
    // What every object has is no result.
    expect(await store.result({ workflowId, runId: 'external' }, 'constructor')).toBeNull()
    expect(await store.giveResult(id, 'constructor', given)).toBe('given')
    expect(await store.result({ workflowId, runId: 'external' }, 'a')).toEqual(given)
    await recorded({ ...run, status: 'canceled' })
    expect(await store.giveResult(id, 'a', given)).toBe('same')
    expect(await store.giveResult(id, 'b', given)).toBe('ended')
    expect(await store.giveResult('none', 'a', given)).toBe('unknown')
  })
})

describe('the schedule of a pipeline', () => {
  it('is one, replaced and ended, and goes with its pipeline', async () => {
    const store = world.service.container.ports.scoreboard.pipelines
    const hourly = { every_seconds: 3600, daily_at: null, paused: false, next_run_at: '2026-11-20T11:00:00.000Z' }
    await store.keepSchedule(pipelineId, hourly)
    expect(await store.schedules()).toEqual([{ pipeline: pipelineId, namespace: 'acme', ...hourly }])
    const daily = { every_seconds: null, daily_at: '02:30', paused: true, next_run_at: null }
    await store.keepSchedule(pipelineId, daily)
    expect(await store.schedules(pipelineId)).toEqual([{ pipeline: pipelineId, namespace: 'acme', ...daily }])
    expect(await store.schedules('another')).toEqual([])
    const next_run_at = '2026-11-21T02:30:00.000Z'
    expect(await store.noteNextRun(pipelineId, { ...daily, next_run_at })).toBe(true)
    expect(await store.noteNextRun(pipelineId, { ...hourly, next_run_at: '2026-11-20T12:00:00.000Z' })).toBe(false)
    expect(await store.schedules(pipelineId)).toMatchObject([{ ...daily, next_run_at }])
    expect([await store.dropSchedule(pipelineId), await store.dropSchedule(pipelineId)]).toEqual([true, false])
    expect(await store.noteNextRun(pipelineId, daily)).toBe(false)
    expect(await store.schedules(pipelineId)).toEqual([])
    const { id } = await world.pipeline('short')
    await store.keepSchedule(id, hourly)
    await world.client.sdk.collection('pipelines').delete(id)
    expect(await store.schedules()).toEqual([])
  })
})

it('the migrations of runs and schedules go down with data, and up again', async () => {
  const ours = fileURLToPath(new URL('../../../pb_migrations', import.meta.url))
  const added = ['1790000253_run_outcomes.js', '1790000254_pipeline_schedules.js']
  const migrationsDir = await mkdtemp(join(tmpdir(), 'wallet-capture-migrations-'))
  for (const name of await readdir(ours))
    if (name <= (added.at(-1) ?? '')) await cp(join(ours, name), join(migrationsDir, name))
  const server = await startPocketBase({ migrationsDir })
  try {
    await server.end('SIGTERM')
    const reverted = await server.command('migrate', 'down', '2')
    for (const name of added) expect(reverted).toContain(`Reverted ${name}`)
    const applied = await server.command('migrate', 'up')
    for (const name of added) expect(applied).toContain(`Applied ${name}`)
    await server.start()
  } finally {
    await server.remove()
    await rm(migrationsDir, { recursive: true })
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import { definitionDigest } from '@/lib/core/scoreboard/pipelines/ledger-record'
import { pipelineTaskQueue, pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import { issuanceStep, openPipelineRuns, type PipelineRuns } from '@/lib/testing/pipeline-runs'
import { openPipelineWorld, type PipelineWorld } from '@/lib/testing/pipeline-world'

/**
 * Whoever has a namespace starts any workflow in it, with any input, and our worker takes it. Here the namespace is that
 * of the built-in organisation, and the pipeline that of another one.
 */
let world: PipelineWorld
let runs: PipelineRuns
let foreign: { readonly id: string; readonly sha256: string }
const definition = { version: 1, runner: 'built_in_wallet', steps: [issuanceStep] }
beforeAll(async () => {
  world = await openPipelineWorld({ working: false })
  await world.startPipelineWorker()
  runs = await openPipelineRuns(world)
  const { id: owner } = await world.create('organizations', { name: 'Beta', canonified_name: 'beta' })
  const { id } = await world.create('pipelines', {
    ...{ name: 'nightly', canonified_name: 'nightly', owner, published: true, evidence_public: true, definition },
  })
  foreign = { id, sha256: definitionDigest(definition, sha256) }
})
afterAll(() => world.close())

/** Runs a workflow as somebody with this namespace would, and returns what is seen of it. */
async function run(input: Readonly<Record<string, unknown>>) {
  const workflowId = `own-${randomUUID()}`
  const handle = await world.runs.workflow.start(pipelineWorkflowType, {
    ...{ workflowId, taskQueue: pipelineTaskQueue, args: [{ trigger: 'manual', ...input }] },
  })
  await handle.result().catch(() => undefined)
  const { events } = await handle.fetchHistory()
  const failures = (events ?? []).flatMap(({ activityTaskFailedEventAttributes: failed }) =>
    failed ? [failed.failure?.message] : [],
  )
  const { name: status } = (await handle.describe()).status
  return { status, failures, rows: await runs.ledger(workflowId) }
}

const timeout = 60_000

it('runs no pipeline of another organisation, and tells it from none by nothing', { timeout }, async () => {
  const none = await run({ pipeline_id: 'aaaaaaaaaaaaaaa' })
  expect(none).toEqual({ status: 'CANCELLED', failures: ['The pipeline does not exist any more.'], rows: [] })
  expect(await run({ pipeline_id: foreign.id })).toEqual(none)
  expect(await run({ pipeline_id: foreign.id, definition_sha256: foreign.sha256 })).toEqual(none)
  expect(await run({ pipeline_id: foreign.id, definition_sha256: 'other' })).toEqual(none)
})

it('names no private version of another organisation', { timeout }, async () => {
  const { id: owner } = await world.create('organizations', { name: 'Gamma', canonified_name: 'gamma' })
  const named = { name: 'Hidden', canonified_name: 'hidden', owner, published: false }
  const { id: wallet } = await world.create('wallets', named)
  await world.create('wallet_versions', { wallet, name: '1', canonified_name: '1' })
  const pipeline_id = await runs.pipeline()
  const none = await run({ pipeline_id, wallet_version: 'gamma/none/1' })
  expect(none).toMatchObject({
    status: 'CANCELLED',
    failures: ['The wallet version of this run does not exist any more.'],
  })
  const hidden = await run({ pipeline_id, wallet_version: 'gamma/hidden/1' })
  expect([hidden.status, hidden.failures]).toEqual([none.status, none.failures])
  expect(JSON.stringify(hidden.rows)).not.toContain('gamma')
})

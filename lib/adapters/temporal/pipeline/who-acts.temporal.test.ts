import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import { issuanceStep, openPipelineRuns, type PipelineRuns, presentationStep } from '@/lib/testing/pipeline-runs'
import { openPipelineWorld, type PipelineWorld } from '@/lib/testing/pipeline-world'
import { campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { thorough } from '@/scripts/thorough.mjs'

let world: PipelineWorld
let runs: PipelineRuns
beforeAll(async () => {
  world = await openPipelineWorld({ working: false })
  await world.startPipelineWorker()
  runs = await openPipelineRuns(world)
})
afterAll(() => world.close())

/** How a run ended, in Temporal and in the ledger. */
async function endOf({ handle, at }: Awaited<ReturnType<PipelineRuns['start']>>) {
  await handle.result().catch(() => undefined)
  const { status, reason, infra, steps } = await runs.read(at)
  const { name: temporal } = (await handle.describe()).status
  return { temporal, status, reason, infra, steps }
}
const counted = { total_runs: 1, total_successes: 1, success_rate: 100 }
const countedFailure = { total_runs: 1, total_successes: 0, success_rate: 0 }
const http = createNodeClient({ timeoutMillis: 60_000 })
const byPerson = { runner: 'real_wallet_qr', wait_seconds: 60 }
const byCi = { runner: 'external_ci', wait_seconds: 30 }

const timeout = 120_000

describe.concurrent('a wallet of a person', { timeout }, () => {
  it('that breaks a must fails the run, which names the check', async () => {
    const id = await runs.pipeline(byPerson)
    const run = await runs.start(id)
    const { deeplink } = await runs.untilWaiting(run.at, 'wallet')
    await runAtIssuer({ deeplink, misbehave: 'vci.dpop.htu' })
    const end = await endOf(run)
    expect(end).toMatchObject({ temporal: 'FAILED', status: 'failed', reason: 'must_failed', infra: false })
    expect(end.steps[0]).toMatchObject({ state: 'failed', reason: 'must_failed: vci.dpop.htu' })
    expect(await runs.statisticsOf(id)).toMatchObject(countedFailure)
  })

  it.each([
    ['accepts a request whose signature is wrong fails', 'vp.negative.rejected', countedFailure],
    ['refuses a request whose signature is wrong, and whose person says so, passes', undefined, counted],
  ])('that %s the run', async (_, misbehave, numbers) => {
    const step = { ...presentationStep, session: { ...presentationStep.session, negative_test: 'bad_signature' } }
    const id = await runs.pipeline({ ...byPerson, steps: [step] })
    const run = await runs.start(id)
    const { deeplink, steps } = await runs.untilWaiting(run.at, 'wallet')
    const held: HeldCredential[] = []
    held.push(...(await obtainCredential({ origin: world.service.baseUrl, http, format: 'dc+sd-jwt' })).credentials)
    const wrong = misbehave === undefined ? {} : { misbehave }
    const { outcome } = await runAtVerifier({ deeplink, credentials: held, ...wrong })
    // Nobody vouches for the address in such a request, so a good wallet tells nobody but its user.
    expect(outcome).toBe(misbehave === undefined ? 'stopped_by_wallet' : 'refused_by_verifier')
    if (misbehave === undefined)
      await runs.post(`/openid4vp/sessions/${steps[0].session_id}/refusal`, { shown: 'error' })
    const end = await endOf(run)
    expect(end.status).toBe(misbehave === undefined ? 'completed' : 'failed')
    if (misbehave !== undefined) expect(end.steps[0].reason).toContain('vp.negative.rejected')
    expect(await runs.statisticsOf(id)).toMatchObject(numbers)
  })

  it('goes through a campaign on its page, which does not name a private wallet, and passes', async () => {
    await world.create('wallets', { name: 'unseen', canonified_name: 'unseen', owner: runs.owner, published: false })
    const entities = { wallet: 'wallet-capture/unseen' }
    const campaign = { id: 'smoke', kind: 'campaign', campaign: 'smoke' }
    const id = await runs.pipeline({ ...byPerson, entities, steps: [campaign] })
    const run = await runs.start(id)
    const { steps, deeplink } = await runs.untilWaiting(run.at, 'wallet')
    // Each of its sessions has a link of its own, on the page of the campaign.
    expect(deeplink).toBeNull()
    const { baseUrl } = world.service
    const address = `${baseUrl}/campaigns/${steps[0].campaign_id}`
    expect((await (await fetch(address)).json()).wallet).toEqual({ name: 'unnamed', version: 'unknown' })
    await runCampaign({ client: campaignClient(address, { http, patienceMillis: 0 }), http, origin: baseUrl })
    expect(await endOf(run)).toMatchObject({ status: 'completed', steps: [{ state: 'passed' }] })
    const [row] = await runs.ledger(run.handle.workflowId)
    expect(row).toMatchObject({ campaign_id: steps[0].campaign_id, entities: { wallet_used: [entities.wallet] } })
    expect(await runs.statisticsOf(id)).toMatchObject(counted)
  })
})

describe.concurrent('a program elsewhere', { timeout }, () => {
  const external = async (name: string) => ({
    ...{ id: 'theirs', kind: 'custom', custom_check: await runs.customCheck(name), runs: 'external' },
  })
  const result = (at: string, passed: boolean, summary = '') =>
    runs.post(`${at}/result`, { step: 'theirs', passed, summary })

  it('fetches the link with the key, and gives one result, as often as it likes', async () => {
    const said = 'All seven fields were shown.'
    const id = await runs.pipeline({ ...byCi, steps: [issuanceStep, await external('in-time')] })
    const run = await runs.start(id)
    const { deeplink } = await runs.untilWaiting(run.at, 'wallet')
    expect((await runAtIssuer({ deeplink })).outcome).toBe('credential_stored')
    await runs.untilWaiting(run.at, 'result')
    // Pages show what it says.
    const controls = await result(run.at, true, 'well\u0000\u0007')
    expect([controls.status, (await controls.json()).details]).toEqual([
      400,
      [expect.objectContaining({ path: 'summary', message: expect.stringContaining('no control characters') })],
    ])
    expect((await result(run.at, true, said)).status).toBe(200)
    expect((await result(run.at, true, said)).status).toBe(200)
    const other = await result(run.at, false)
    expect([other.status, (await other.json()).error]).toEqual([409, 'result_given'])
    const end = await endOf(run)
    expect(end).toMatchObject({
      status: 'completed',
      steps: [{ state: 'passed' }, { state: 'passed', summary: said }],
    })
    expect(end.steps[0]).not.toHaveProperty('summary')
    // Visitors see it too; Temporal, which holds ids and verdicts, does not.
    expect((await (await fetch(world.service.baseUrl + run.at)).json()).steps[1].summary).toBe(said)
    const history = JSON.stringify(await run.handle.fetchHistory())
    const payloads = history.replaceAll(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data) => atob(data))
    expect([payloads.includes('"theirs"'), payloads.includes(said)]).toEqual([true, false])
    // Told again once the run has ended, in case the answer was lost.
    expect((await result(run.at, true, said)).status).toBe(200)
    expect(await runs.statisticsOf(id)).toMatchObject(counted)
  })

  it('fails the run by its result', async () => {
    const id = await runs.pipeline({ ...byCi, steps: [await external('failing')] })
    const run = await runs.start(id)
    await runs.untilWaiting(run.at, 'result')
    expect((await result(run.at, false, 'no')).status).toBe(200)
    expect(await endOf(run)).toMatchObject({ temporal: 'FAILED', status: 'failed', reason: 'custom_failed' })
    expect(await runs.statisticsOf(id)).toMatchObject(countedFailure)
  })

  it('that comes too late changes nothing', async () => {
    const id = await runs.pipeline({ ...byCi, steps: [await external('late')] })
    const run = await runs.start(id)
    await runs.untilWaiting(run.at, 'result')
    // By day somebody ends the run; by night its wait is over.
    if (!thorough) await runs.post(`${run.at}/cancel`)
    expect(await endOf(run)).toMatchObject({ temporal: 'CANCELLED', reason: thorough ? 'no_result' : '' })
    const late = await result(run.at, true)
    expect([late.status, (await late.json()).error]).toEqual([409, 'execution_ended'])
    expect(await runs.statisticsOf(id)).toBeNull()
  })
})

describe.concurrent('a run that is cancelled', { timeout }, () => {
  const cancelled = { temporal: 'CANCELLED', status: 'canceled', reason: '', infra: false }
  it.each([
    ['a wallet', 'wallet', async () => [issuanceStep]],
    ['a wallet in a campaign', 'wallet', async () => [{ id: 'smoke', kind: 'campaign', campaign: 'smoke' }]],
    [
      'a result',
      'result',
      async () => [{ id: 'theirs', kind: 'custom', custom_check: await runs.customCheck('ended') }],
    ],
  ] as const)('while it waits for %s counts for nothing', async (_, waitingFor, steps) => {
    const id = await runs.pipeline({ ...byPerson, steps: await steps() })
    const run = await runs.start(id)
    await runs.untilWaiting(run.at, waitingFor)
    expect((await runs.post(`${run.at}/cancel`)).status).toBe(202)
    expect(await endOf(run)).toMatchObject({ ...cancelled, steps: [{ state: 'uncounted' }] })
    expect((await runs.post(`${run.at}/cancel`)).status).toBe(409)
    expect(await runs.statisticsOf(id)).toBeNull()
  })

  it('before a worker takes it counts for nothing', async () => {
    const id = await runs.pipeline()
    const handle = await world.runs.workflow.start('PipelineWorkflow', {
      workflowId: `pipeline-${id}-unserved`,
      taskQueue: 'unserved',
      args: [{ pipeline_id: id, trigger: 'manual' }],
    })
    await handle.cancel()
    await world.startPipelineWorker({}, 'unserved')
    await handle.result().catch(() => undefined)
    expect((await handle.describe()).status.name).toBe('CANCELLED')
    const [row] = await eventually(async () => runs.ledger(handle.workflowId))
    expect(row).toMatchObject({ status: 'canceled', reason: '', infra: false })
    expect(await runs.statisticsOf(id)).toBeNull()
  })
})

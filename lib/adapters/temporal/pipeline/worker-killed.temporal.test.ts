import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pipelineWorkflowId, pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import { eventually } from '@/lib/testing/eventually'
import { type HaltingWorkers, openHaltingWorkers } from '@/lib/testing/halting-worker'
import { issuanceStep } from '@/lib/testing/pipeline-runs'
import { openPipelineWorld, type PipelineWorld } from '@/lib/testing/pipeline-world'
import { openProbedActivities, testProbe } from '@/lib/testing/probed-activities'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { fixedShare } from '@/scripts/thorough.mjs'

let world: PipelineWorld
let halting: HaltingWorkers
let owner: string
beforeAll(async () => {
  world = await openPipelineWorld({ working: false })
  halting = await openHaltingWorkers()
  const organizations = world.client.sdk.collection('organizations')
  owner = (await organizations.getFirstListItem("canonified_name = 'wallet-capture'")).id
  const name = testProbe.slice('wallet-capture/'.length)
  await world.create('custom_checks', { name, canonified_name: name, owner, published: true })
})
afterAll(async () => {
  await halting.remove()
  await world.close()
})

const issue = issuanceStep
const present = {
  id: 'present',
  kind: 'presentation',
  session: {
    dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] },
  },
}
const probe = { id: 'probe', kind: 'custom', custom_check: testProbe, runs: 'built_in' }
const smoke = { id: 'smoke', kind: 'campaign', campaign: 'smoke' }
const byWallet = { runner: 'built_in_wallet', steps: [issue, present, probe] }
const byCampaign = { runner: 'built_in_wallet', steps: [smoke] }
const byQr = { runner: 'real_wallet_qr', steps: [issue] }

/** Where a worker is killed, and how many sessions are given up for it. */
interface Place {
  readonly place: string
  readonly nth?: number
  readonly definition?: object
  readonly abandoned?: number
}
/** In which the wallet has used a code, a nonce or a request, and does not know. */
const amidFlows: readonly Place[] = [
  { place: 'wallet', nth: 3, abandoned: 1 },
  { place: 'wallet', nth: 6, definition: byCampaign },
]
const places: readonly Place[] = [
  // First, for these wait longest: nothing is heard of them for a minute.
  { place: 'before closeExecution' },
  { place: 'after closeExecution' },
  { place: 'before openExecution' },
  { place: 'after openExecution' },
  { place: 'after openStep' },
  { place: 'after noteProgress' },
  { place: 'after driveWallet', abandoned: 1 },
  { place: 'after driveWallet', nth: 2, abandoned: 1 },
  { place: 'after driveWallet', definition: byCampaign },
  { place: 'before watchStep', definition: byQr },
  { place: 'probe' },
  { place: 'after judgeStep' },
]

/** Places with their names, by which a share of them is chosen. */
const named = (all: readonly Place[]) =>
  all.map((at) => [`${at.place} ${at.nth ?? 1}${at.definition === byCampaign ? ' of a campaign' : ''}`, at] as const)

/** The link of the session that waits for its wallet. */
const linkOf = (workflowId: string) =>
  eventually(async () => {
    const [row] = await ledger(workflowId)
    return row === undefined ? null : (await (await world.call(`/api/executions/${row.id}`)).json()).deeplink
  })
const ledger = (workflowId: string) =>
  world.client.sdk.collection('pipeline_results').getFullList({ filter: `workflow_id = '${workflowId}'` })

/** Ids of musts and of all else that failed in a session. */
async function failuresOf(kind: string, id: string): Promise<string[]> {
  const { checks } = await (await world.call(`/${kind === 'presentation' ? 'openid4vp/' : ''}sessions/${id}`)).json()
  return checks.conformance
    .filter(({ status }: { status: string }) => status === 'fail')
    .map((one: { id: string }) => one.id)
}

let count = 0
/** Kills the worker of a run at a place, lets another one go on, and gives the row of the run. */
async function killedAt({ place, nth = 1, definition = byWallet }: Place) {
  const name = `killed-${++count}`
  const { id } = await world.create('pipelines', {
    ...{ name, canonified_name: name, owner, published: true, evidence_public: true },
    definition: { version: 1, entities: { wallet: 'wallet-capture/reference-wallet' }, ...definition },
  })
  const worker = halting.start({ ...world.whereabouts, queue: name, halt: { place, nth } })
  const run = await world.runs.workflow.start(pipelineWorkflowType, {
    workflowId: pipelineWorkflowId(id, randomUUID()),
    taskQueue: name,
    args: [{ pipeline_id: id, trigger: 'manual', heartbeat_seconds: 4 }],
  })
  await worker.halted
  await worker.kill()
  const { client, service, cancelRun } = world
  const { baseUrl, now } = service
  const next = openProbedActivities({ client, baseUrl, adminKey: testAdminKey, now, cancelRun })
  await world.startPipelineWorker(next, name)
  if (definition === byQr) await runAtIssuer({ deeplink: await linkOf(run.workflowId) })
  await run.result()
  const rows = await ledger(run.workflowId)
  return { id, run, rows }
}

describe.concurrent('a run whose worker is killed', () => {
  // A quarter of the places and one amid a flow: at each the workflow goes on by the same rule.
  it.each([...fixedShare(named(places), 4), ...fixedShare(named(amidFlows), 2)].map(([, at]) => at))(
    'at $place $nth ends, is counted once, and blames nobody',
    async (at) => {
      const { id, rows } = await killedAt(at)
      const [row] = rows
      expect(rows).toHaveLength(1)
      expect(row).toMatchObject({ status: 'completed', reason: '', infra: false })
      const statistics = await (await world.call('/api/pipeline/scoreboard/wallet-capture')).json()
      expect(statistics.find((one: { pipeline_id: string }) => one.pipeline_id === id)).toMatchObject({
        ...{ total_runs: 1, total_successes: 1, success_rate: 100 },
      })
      const steps: { kind: string; session_id?: string; campaign_id?: string; abandoned?: string[]; state: string }[] =
        row?.steps
      expect(steps.map(({ state }) => state)).toEqual(steps.map(() => 'passed'))
      expect(steps.flatMap(({ abandoned = [] }) => abandoned)).toHaveLength(at.abandoned ?? 0)
      for (const { kind, session_id, abandoned = [], campaign_id } of steps) {
        expect(abandoned).not.toContain(session_id)
        if (session_id !== undefined) expect(await failuresOf(kind, session_id)).toEqual([])
        if (campaign_id === undefined) continue
        const campaign = await (await world.call(`/campaigns/${campaign_id}`)).json()
        for (const { kind: of, session } of campaign.steps) expect(await failuresOf(of, session.session_id)).toEqual([])
      }
    },
  )
})

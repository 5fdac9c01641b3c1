import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInCampaign } from '@/lib/core/campaigns/built-in'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService } from '@/lib/testing/service'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { pocketbaseMemory } from '../scripts/pocketbase-memory.mjs'
import { copyRows, evidenceCopies, runSql, sessionCopies } from './copy-rows'
import { keepFigures, machineFacts } from './keep-figures'
import { cpuOfTree } from './process-tree'
import { median } from './statistics'

/**
 * Measures the processor time of `GET /coverage` for a wallet with 7000 sessions in its campaigns: where nobody judged them
 * yet, after something was added, while nothing changes, and right after storage and the service were started again. The reference wallet goes through one campaign, and `sqlite3`
 * copies it with all its evidence. The web process and PocketBase are counted apart.
 */
const sessionsMin = Number(process.env.BENCH_SESSIONS ?? 7000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 10)
const goalMillis = 200
const wallet = { name: 'Quillfern', version: '2.4.1' }
const path = `/coverage?${new URLSearchParams({ wallet: wallet.name, version: wallet.version })}`
const campaign = 'full'
const steps = builtInCampaign(campaign)?.presets.length ?? 0
const campaigns = Math.ceil(sessionsMin / steps)

const figures: Record<string, unknown> = { ...machineFacts(), campaigns, steps, rounds, goalMillis }
let pocketBase: TestPocketBase
let web: WebProcess

const older = (column: string) => `strftime('%Y-%m-%d %H:%M:%fZ', ${column}, (-3600 * n) || ' seconds')`
const copyOf = (column: string) => `printf('%08x', n) || substr(${column}, 9)`
/** What differs between a row and its copy number `n`. */
const copies = {
  campaigns: { id: copyOf('id'), created_at: older('created_at') },
  sessions: { ...sessionCopies(copyOf, older), campaign_id: copyOf('campaign_id') },
  ...evidenceCopies(copyOf, older),
}

/** Copies the campaign with its sessions and their evidence. PocketBase must not be running. */
function copyCampaign(times: number): void {
  copyRows(pocketBase.dataDir, copies, times)
  figures.sessions = Number(runSql(pocketBase.dataDir, "SELECT count(*) FROM sessions WHERE campaign_id != ''"))
}

beforeAll(async () => {
  pocketBase = await startPocketBase({ env: pocketbaseMemory })
  const service = await startService({ pocketBase, compared: false })
  const created = await fetch(`${service.baseUrl}/campaigns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wallet, campaign }),
  })
  const { campaign_id: id } = (await created.json()) as { campaign_id: string }
  const http = createNodeClient()
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), { http, patienceMillis: 0 })
  await runCampaign({ client, origin: service.baseUrl, http, clock: service.now })
  await service.close()
  await pocketBase.end('SIGTERM')
  copyCampaign(campaigns - 1)
  await pocketBase.start()
  web = await startWebProcess({ pocketBase, env: { WARM_UP: 'on' } })
})
afterAll(async () => {
  keepFigures('coverage.json', figures)
  await web.remove()
  await pocketBase.remove()
})

interface Read {
  readonly web: number
  readonly pocketBase: number
  readonly megabytes: number
  readonly text: string
}

const cpu = () =>
  [web.process().pid, pocketBase.process().pid].map((pid) =>
    [...cpuOfTree(Number(pid)).values()].reduce((sum, millis) => sum + millis, 0),
  )

async function read(): Promise<Read> {
  const before = cpu()
  const answer = await fetch(web.baseUrl + path)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  const [ofWeb = 0, ofPocketBase = 0] = cpu().map((millis, index) => millis - (before[index] ?? 0))
  return { web: ofWeb, pocketBase: ofPocketBase, megabytes: Math.round(text.length / 1e5) / 10, text }
}

/** Waits until what the process reads after its start, this wallet's coverage too, is read. */
async function restsAgain(): Promise<void> {
  const whole = () => cpu().reduce((sum, millis) => sum + millis, 0)
  for (let before = -Infinity; whole() - before > 20; ) {
    before = whole()
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

async function note(name: string, times: number, change: () => Promise<unknown>): Promise<Read[]> {
  const all: Read[] = []
  for (let round = 0; round < times; round++) {
    await change()
    all.push(await read())
  }
  figures[name] = {
    webMillis: median(all.map((one) => one.web)),
    pocketBaseMillis: median(all.map((one) => one.pocketBase)),
    megabytes: all[0]?.megabytes,
  }
  return all
}

const enter = (result: string) =>
  fetch(`${web.baseUrl}/coverage/results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wallet, case: 'WS_RP_IA_MainInteraction_013', result }),
  }).then(({ status }) => expect(status).toBe(201))

it('costs little however much is on record', { timeout: 3_600_000 }, async () => {
  const [first] = await note('judged for the first time', 1, async () => undefined)
  const view = JSON.parse(first?.text ?? '') as CoverageView
  expect(view.campaigns).toHaveLength(campaigns)
  expect(view.headline.passed).toBeGreaterThan(100)
  const changed = await note('after a change', rounds, () => enter('passed'))
  expect(JSON.parse(changed[0]?.text ?? '')).toMatchObject({ headline: view.headline, by_person: { passed: 1 } })
  const same = await note('while nothing changes', rounds, async () => undefined)
  expect(new Set(same.map(({ text }) => text)).size).toBe(1)
  const restarted = await note('after a restart', Math.min(3, rounds), async () => {
    for (const one of [web, pocketBase]) await one.end('SIGTERM')
    for (const one of [pocketBase, web]) await one.start()
    await restsAgain()
  })
  expect(new Set([...same, ...restarted].map(({ text }) => text)).size).toBe(1)
  const whole = (reads: readonly Read[]) => median(reads.map((one) => one.web + one.pocketBase))
  expect(whole(restarted)).toBeLessThanOrEqual(goalMillis)
  expect(whole(changed)).toBeLessThanOrEqual(goalMillis)
  expect(whole(same)).toBeLessThanOrEqual(whole(changed))
})

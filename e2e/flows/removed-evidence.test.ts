import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import { createHttpClient, type HttpClient, jsonPost } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const wallet = { name: 'Quillfern', version: '2.4.1' }
const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
const removed = 'Its evidence was removed.'
const daySeconds = 86_400

let pocketBase: TestPocketBase
let service: TestService
let http: HttpClient

beforeAll(async () => {
  pocketBase = await startPocketBase()
  service = await startService({ pocketBase })
  http = createHttpClient(service.baseUrl)
}, 60_000)
afterAll(async () => {
  http.close()
  await service.close()
  await pocketBase.remove()
})

async function run(presets: readonly string[]): Promise<void> {
  const made = await http(jsonPost('/campaigns', { wallet, presets: [...presets] }))
  expect(made.status, made.body).toBe(201)
  const send = createNodeClient()
  const address = campaignAddress(`${service.baseUrl}/campaigns/${made.object().campaign_id}`)
  const client = campaignClient(address, { http: send, patienceMillis: 0 })
  await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now })
}

const read = async (more: string) =>
  (await http({ path: `/coverage?${query}${more}` })).object() as unknown as CoverageView

it('a case whose session retention deleted says so, until another session shows it', async () => {
  await run(['sd_jwt_baseline'])
  const of = ({ cases }: CoverageView, id: string) => {
    const { verdict, remark, session } = cases.find((one) => one.id === id) ?? {}
    return { verdict, remark, session: session === undefined ? undefined : session !== null }
  }
  const [decided, neverRun] = ['WS_RP_SM_SessionEncryption_001a', 'WS_RP_MS_ProtocolMessages_127d']
  const before = await read('&edition=2026-09')
  expect(of(before, decided)).toEqual({ verdict: 'passed', remark: null, session: true })

  service.advance(20 * daySeconds)
  await run(['user_denies'])
  service.advance(15 * daySeconds)
  expect(await service.container.purge(30)).toMatchObject({ sessions: 3 })

  const after = await read('&edition=2026-09&compare=2026-07')
  expect(of(after, decided)).toEqual({ verdict: 'not_run', remark: removed, session: false })
  expect(of(after, neverRun)).toEqual({ verdict: 'not_run', remark: null, session: false })
  expect(after.counts.passed).toBeLessThan(before.counts.passed)
  const rows = new Map(after.comparison?.cases.map((one) => [one.id, one]))
  expect(rows.get(decided)).toMatchObject({ change: 'needs_run', remark: removed, preset: 'sd_jwt_baseline' })
  expect(rows.get(neverRun)?.remark).toBeNull()
  const older = (await read('')).cases.filter(({ remark }) => remark === removed)
  expect(older.length).toBeGreaterThan(10)
  expect(new Set(older.map(({ verdict }) => verdict))).toEqual(new Set(['not_run']))
  const statement = await http({ path: `/coverage/ics?${query}&edition=2026-09` })
  const stated = (statement.object() as unknown as ConformanceStatement).cases.find(({ id }) => id === decided)
  expect(stated).toMatchObject({ result: 'not_run', remark: removed })

  await run(['sd_jwt_baseline'])
  expect(of(await read('&edition=2026-09'), decided)).toEqual({ verdict: 'passed', remark: null, session: true })
}, 120_000)

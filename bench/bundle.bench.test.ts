import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { keepFigures, machineFacts } from './keep-figures'

/**
 * Measures by how much the web process grows, and how long it stalls others, while bundles stream. A statement names one
 * session for each preset, of which there are fewer than 400, so bundles are asked for until as many sessions were sent: the first
 * after a start, then one after another.
 */
const sessionsMin = Number(process.env.BENCH_SESSIONS ?? 400)
const goals = { growthMebibytes: 64, stallMillis: 100 }
const wallet = { name: 'Quillfern', version: '2.4.1' }
const of = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
const probe = join(tmpdir(), `wallet-capture-bundle-${process.pid}.sock`)

const figures: Record<string, unknown> = { ...machineFacts(), goals }
let pocketBase: TestPocketBase
let web: WebProcess
beforeAll(async () => {
  pocketBase = await startPocketBase()
  web = await startWebProcess({
    pocketBase,
    env: {
      WARM_UP: 'on',
      NODE_OPTIONS: `--import=${new URL('stall-probe.mjs', import.meta.url).href}`,
      STALL_PROBE: probe,
    },
  })
  const created = await fetch(`${web.baseUrl}/campaigns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wallet, campaign: 'full' }),
  })
  const campaign = (await created.json()) as { campaign_id: string }
  expect(created.status, JSON.stringify(campaign)).toBe(201)
  const http = createNodeClient()
  const address = campaignAddress(`${web.baseUrl}/campaigns/${campaign.campaign_id}`)
  await runCampaign({
    client: campaignClient(address, { http, patienceMillis: 0 }),
    origin: web.baseUrl,
    http,
    clock: web.now,
  })
  await web.end('SIGTERM')
  await web.start()
}, 3_600_000)
afterAll(async () => {
  keepFigures('bundle.json', figures)
  await web.remove()
  await pocketBase.remove()
})

const mebibytes = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${web.process().pid}/status`, 'utf8'))?.[1]) / 1024

/** The longest block of the event loop since the last call, in milliseconds of processor time. */
const stall = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(probe)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('error', reject).once('end', () => resolve((JSON.parse(text) as { processor: number }).processor))
  })

it('streams a bundle in little memory, and lets others in between', { timeout: 600_000 }, async () => {
  // What a statement is made of stays in memory anyway.
  const statement = (await (await fetch(`${web.baseUrl}/coverage/ics?${of}`)).json()) as {
    cases: { sessions: string[] }[]
  }
  const sessions = new Set(statement.cases.flatMap((one) => one.sessions)).size
  const rounds: object[] = []
  for (let sent = 0; sent < sessionsMin; sent += sessions) {
    const before = mebibytes()
    let most = before
    const sampling = every(() => {
      most = Math.max(most, mebibytes())
    }, 20)
    await stall()
    const began = performance.now()
    const answer = await fetch(`${web.baseUrl}/coverage/bundle?${of}`)
    expect(answer.status).toBe(200)
    const millisToFirstByte = Math.round(performance.now() - began)
    let bytes = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length
    clearInterval(sampling)
    const stallMillis = Math.round(await stall())
    const round = {
      sessions,
      megabytes: Math.round(bytes / 1e6),
      millisToFirstByte,
      millis: Math.round(performance.now() - began),
      growthMebibytes: Math.round(most - before),
      stallMillis,
    }
    rounds.push(round)
    figures.rounds = rounds
    console.log(JSON.stringify({ ...round, before: Math.round(before) }))
    expect.soft(round.growthMebibytes).toBeLessThanOrEqual(goals.growthMebibytes)
    expect.soft(stallMillis).toBeLessThanOrEqual(goals.stallMillis)
  }
})

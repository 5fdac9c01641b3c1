import { cpus, totalmem } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runIssuance } from '@/lib/wallet/issuance/run-issuance'
import { obtainCredential } from '@/lib/wallet/presentation/obtain-credential'
import { runPresentation } from '@/lib/wallet/presentation/run-presentation'
import { cpuOfDescendants } from './process-tree'

/**
 * What a flow costs the service: processor time of the web process and of PocketBase while the reference wallet runs
 * flows of one kind one after another. The wallet is this process, and is not counted; pages, Temporal and the worker
 * have no part in a flow.
 */
const rounds = 5
const flowsPerRound = 30
const http = createNodeClient()

let pocketBase: TestPocketBase
let web: WebProcess
let credentials: HeldCredential[]
const figures: Record<string, unknown> = {
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
}

beforeAll(async () => {
  pocketBase = await startPocketBase()
  web = await startWebProcess({ pocketBase })
  credentials = [...(await obtainCredential({ origin: web.baseUrl, http })).credentials]
})
afterAll(async () => {
  console.info(JSON.stringify(figures, null, 2))
  await web.remove()
  await pocketBase.remove()
})

async function create(path: string, body: object): Promise<{ deeplink: string; txCode?: string }> {
  const answer = await fetch(web.baseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  const { deeplink, tx_code } = await answer.json()
  return { deeplink, ...(tx_code === undefined ? {} : { txCode: tx_code }) }
}

const issue = (flow: string) => async () => {
  const run = await runIssuance({ ...(await create('/sessions', { flow })), http })
  expect(run.outcome).toBe('credential_stored')
  return run.log.length + 1
}
const present = (body: object) => async () => {
  const run = await runPresentation({ ...(await create('/openid4vp/sessions', body)), credentials, http })
  expect(run.outcome, run.reason ?? '').toBe('presented')
  return run.log.length + 1
}

const flows: Record<string, () => Promise<number>> = {
  'issuance, pre-authorized code': issue('pre_authorized_code'),
  'issuance, authorization code': issue('authorization_code'),
  'presentation, encrypted, request by GET': present({}),
  'presentation, encrypted, request by POST': present({ request_uri_method: 'post' }),
  'presentation, in the clear': present({ response_mode: 'direct_post' }),
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const rounded = (value: number): number => Math.round(value * 10) / 10

it('processor time of an issuance and of a presentation', async () => {
  const spent = new Map<string, Map<string, number>[]>()
  const requests = new Map<string, number>()
  // The first round warms up, and every kind has its turn in each: what grows in the meantime is the same for all.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, flow] of Object.entries(flows)) {
      const before = cpuOfDescendants(process.pid)
      for (let count = 0; count < flowsPerRound; count++) requests.set(name, await flow())
      const after = cpuOfDescendants(process.pid)
      const perFlow = new Map(
        [...after].map(([program, at]) => [program, (at - (before.get(program) ?? 0)) / flowsPerRound]),
      )
      if (round > 0) spent.set(name, [...(spent.get(name) ?? []), perFlow])
    }
  }
  const total = (perFlow: ReadonlyMap<string, number>) => [...perFlow.values()].reduce((sum, part) => sum + part, 0)
  for (const [name, samples] of spent) {
    const programs = [...new Set(samples.flatMap((sample) => [...sample.keys()]))]
    const byProgram = programs.map((program) => [program, rounded(median(samples.map((one) => one.get(program) ?? 0)))])
    figures[name] = {
      cpuMillis: rounded(median(samples.map(total))),
      rounds: samples.map((sample) => rounded(total(sample))),
      requests: requests.get(name),
      byProgram: Object.fromEntries(byProgram.filter(([, millis]) => millis !== 0)),
    }
    expect(total(samples[0] ?? new Map())).toBeGreaterThan(0)
  }
})

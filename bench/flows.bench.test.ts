import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endStarts, ready, type Start, started } from '@/lib/testing/npm-start'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { ensureBuilt } from '../scripts/build.mjs'
import { cpuOfTree } from './process-tree'
import { median } from './statistics'

/**
 * Measures what a flow costs the service: CPU time of every process of one `npm start` while the reference wallet runs
 * flows of one kind in sequence. The wallet runs in this process and is not counted. Temporal and the worker take no
 * part in a flow but are never completely idle, so the CPU time of the idle processes is reported too. The results go
 * into bench/results/.
 */
const rounds = 5
const flowsPerRound = 30
const idleSeconds = 10
const http = createNodeClient()
const resultsFile = fileURLToPath(new URL('results/flows.json', import.meta.url))

let service: Start
let credentials: HeldCredential[]
const figures: Record<string, unknown> = {
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  load: loadavg().map((load) => Math.round(load * 10) / 10),
}

beforeAll(async () => {
  await ensureBuilt()
  service = await started({ SESSION_RATE_LIMIT: '0', ADDRESS_MIB_PER_DAY: '0' })
  await ready(service)
  credentials = [...(await obtainCredential({ origin: service.origin, http })).credentials]
})
afterAll(async () => {
  await endStarts()
  console.info(JSON.stringify(figures, null, 2))
  writeFileSync(resultsFile, `${JSON.stringify(figures, null, 2)}\n`)
})

/** The supervisor and all its descendants. */
const cpuOfService = () => cpuOfTree(Number(service.child.pid))

async function create(path: string, body: object): Promise<{ deeplink: string; txCode?: string }> {
  const answer = await fetch(service.origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  const { deeplink, tx_code } = await answer.json()
  return { deeplink, ...(tx_code === undefined ? {} : { txCode: tx_code }) }
}

const issue = (flow: string) => async () => {
  const run = await runAtIssuer({ ...(await create('/sessions', { flow })), http })
  expect(run.outcome).toBe('credential_stored')
  return run.log.length + 1
}
const present = (body: object) => async () => {
  const run = await runAtVerifier({ ...(await create('/openid4vp/sessions', body)), credentials, http })
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

const rounded = (value: number): number => Math.round(value * 10) / 10

it('processor time of an issuance and of a presentation', async () => {
  const spent = new Map<string, Map<string, number>[]>()
  const took = new Map<string, number[]>()
  const requests = new Map<string, number>()
  // The first round is a warm-up. Each round runs every kind, so that growth over time affects all equally.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, flow] of Object.entries(flows)) {
      const before = cpuOfService()
      const startedAt = performance.now()
      for (let count = 0; count < flowsPerRound; count++) requests.set(name, await flow())
      const wallMillis = (performance.now() - startedAt) / flowsPerRound
      const after = cpuOfService()
      const perFlow = new Map(
        [...after].map(([program, at]) => [program, (at - (before.get(program) ?? 0)) / flowsPerRound]),
      )
      if (round === 0) continue
      spent.set(name, [...(spent.get(name) ?? []), perFlow])
      took.set(name, [...(took.get(name) ?? []), wallMillis])
    }
  }
  const before = cpuOfService()
  await setTimeout(idleSeconds * 1000)
  const idle = [...cpuOfService()].map(
    ([program, at]) => [program, rounded((at - (before.get(program) ?? 0)) / idleSeconds)] as const,
  )
  figures['nobody asks for anything, a second'] = {
    cpuMillis: rounded(idle.reduce((sum, [, millis]) => sum + millis, 0)),
    byProgram: Object.fromEntries(idle),
  }
  const total = (perFlow: ReadonlyMap<string, number>) => [...perFlow.values()].reduce((sum, part) => sum + part, 0)
  for (const [name, samples] of spent) {
    const programs = [...new Set(samples.flatMap((sample) => [...sample.keys()]))]
    const byProgram = programs.map((program) => [program, rounded(median(samples.map((one) => one.get(program) ?? 0)))])
    figures[name] = {
      cpuMillis: rounded(median(samples.map(total))),
      rounds: samples.map((sample) => rounded(total(sample))),
      requests: requests.get(name),
      wallMillis: rounded(median(took.get(name) ?? [])),
      byProgram: Object.fromEntries(byProgram),
    }
    expect(total(samples[0] ?? new Map())).toBeGreaterThan(0)
  }
})

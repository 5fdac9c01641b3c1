import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { pocketbaseMemory } from '../scripts/pocketbase-memory.mjs'
import { type Flow, type Flows, prepareFlows } from './flows'
import { type Figures, keepFigures, machineFacts } from './keep-figures'
import { cpuOfDescendants, memoryOfTree } from './process-tree'
import { median, sum } from './statistics'

/**
 * What flows and reads cost: CPU time of the web process and of PocketBase, as the operating system reports it. The
 * wallets run in the test process and are not counted.
 *
 * Before the flows of a kind are measured, a thousand of them run: V8 goes on compiling for that long, and the first of them
 * cost half as much again as the last. BENCH_WARMUP sets another number.
 *
 * BENCH_BASE names another checkout with installed dependencies. Both are then measured alternately within one run, so
 * that other load or a changing clock speed affects both. The results go into bench/results/.
 */
const base = process.env.BENCH_BASE
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const flowsPerRound = Number(process.env.BENCH_FLOWS ?? 64)
const warmUpFlows = Number(process.env.BENCH_WARMUP ?? 1000)
const readsPerRound = 50
const walletsAtOnce = (process.env.BENCH_WALLETS ?? '1,8,64').split(',').map(Number)
const kinds = ['issuance', 'presentation'] as const

const figures: Figures = { ...machineFacts(), rounds, warmUpFlows }
/** CPU milliseconds of the cryptography of an issuance, once measured: flows of both kinds are told as multiples of it. */
let floorMillis = 0

interface Side {
  readonly name: string
  readonly pocketBase: TestPocketBase
  readonly web: WebProcess
  readonly flows: Flows
}

const sides: Side[] = []

async function open(name: string, root?: string): Promise<Side> {
  const pocketBase = await startPocketBase(
    root === undefined
      ? { env: pocketbaseMemory }
      : { env: await memoryOf(root), hooksDir: `${root}/pb_hooks`, migrationsDir: `${root}/pb_migrations` },
  )
  const web = await startWebProcess({ pocketBase, ...(root === undefined ? {} : { root }) })
  return { name, pocketBase, web, flows: await prepareFlows(web.baseUrl) }
}

/** How PocketBase is run by that checkout; earlier ones leave it to its runtime. */
async function memoryOf(root: string): Promise<typeof pocketbaseMemory | Record<string, never>> {
  const program = join(root, 'scripts/pocketbase-memory.mjs')
  return existsSync(program) ? (await import(program)).pocketbaseMemory : {}
}

beforeAll(async () => {
  if (base !== undefined) sides.push(await open('base', base))
  sides.push(await open('this'))
})
afterAll(async () => {
  for (const { web, pocketBase } of sides) {
    await web.remove()
    await pocketBase.remove()
  }
  if (base === undefined) keepFigures('service.json', figures, 'flows and reads')
  else keepFigures('service-paired.json', figures)
})

/** Runs that many flows, so many at once; each wallet has its own connections. */
async function drive(flows: Flows, flow: Flow, wallets: number, count: number): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: wallets }, async () => {
      const http = flows.newClient()
      while (left-- > 0) await flow(http)
      http.close()
    }),
  )
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** CPU time of one of `count` operations, for each side: the median of the rounds, after a warm-up round. */
async function measure(name: string, count: number, work: (side: Side) => Promise<void>): Promise<void> {
  const spent = new Map<string, Map<string, number>[]>(sides.map((side) => [side.name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const side of sides) {
      const before = cpuOfDescendants(process.pid)
      await work(side)
      const each = [...cpuOfDescendants(process.pid)].map(
        ([program, at]) => [program, (at - (before.get(program) ?? 0)) / count] as const,
      )
      if (round > 0) spent.get(side.name)?.push(new Map(each))
    }
  }
  for (const [side, samples] of spent) {
    const programs = [...new Set(samples.flatMap((one) => [...one.keys()]))]
    const cpuMillis = median(samples.map((one) => sum(one.values())))
    figures[`${name}, ${side}`] = {
      cpuMillis: rounded(cpuMillis),
      ...(name.endsWith('at once') ? { timesTheCryptography: rounded(cpuMillis / floorMillis) } : {}),
      rounds: samples.map((one) => rounded(sum(one.values()))),
      byProgram: Object.fromEntries(
        programs.map((program) => [program, rounded(median(samples.map((one) => one.get(program) ?? 0)))]),
      ),
    }
  }
  expect(spent.size).toBe(sides.length)
}

/** Size of the database in bytes. Stops PocketBase first, which merges its write-ahead log into the file. */
async function bytesOf({ pocketBase }: Side): Promise<number> {
  await pocketBase.end('SIGTERM')
  const { size } = statSync(join(pocketBase.dataDir, 'data.db'))
  await pocketBase.start()
  return size
}

it('what the cryptography of an issuance costs by itself', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const data = randomBytes(500)
  const signature = sign('sha256', data, privateKey)
  const flows = 500
  const before = process.cpuUsage()
  for (let flow = 0; flow < flows; flow++) {
    for (let count = 0; count < 5; count++) verify('sha256', data, publicKey, signature)
    for (let count = 0; count < 2; count++) sign('sha256', data, privateKey)
    for (let count = 0; count < 2; count++) createPublicKey({ key: jwk, format: 'jwk' })
    for (let count = 0; count < 20; count++) createHash('sha256').update(data).digest()
  }
  const { user, system } = process.cpuUsage(before)
  floorMillis = (user + system) / 1000 / flows
  figures['cryptography of an issuance'] = { cpuMillis: rounded(floorMillis) }
  expect(user).toBeGreaterThan(0)
})

it('what a flow costs, and what it leaves on disk', async () => {
  for (const kind of kinds) {
    for (const { flows } of sides) await drive(flows, flows[kind], 8, warmUpFlows)
    const before = await Promise.all(sides.map(bytesOf))
    for (const wallets of walletsAtOnce)
      await measure(`${kind}, ${wallets} at once`, flowsPerRound, ({ flows }) =>
        drive(flows, flows[kind], wallets, flowsPerRound),
      )
    const flows = (rounds + 1) * flowsPerRound * walletsAtOnce.length
    for (const { name, pocketBase } of sides)
      figures[`megabytes of memory of PocketBase, after flows of ${kind}, ${name}`] = Math.round(
        sum(memoryOfTree(Number(pocketBase.process().pid)).values()) / 1e6,
      )
    const after = await Promise.all(sides.map(bytesOf))
    sides.forEach((side, index) => {
      figures[`${kind}, kilobytes on disk, ${side.name}`] = rounded(
        ((after[index] ?? 0) - (before[index] ?? 0)) / 1000 / flows,
      )
    })
  }
})

it('what a read costs', async () => {
  const reads = async ({ flows }: Side, path: string): Promise<void> => {
    const http = flows.newClient()
    for (let count = 0; count < readsPerRound; count++) expect((await http({ path })).status).toBe(200)
    http.close()
  }
  const finished = new Map<string, string>()
  for (const { name, flows } of sides) {
    const http = flows.newClient()
    finished.set(name, await flows.issuance(http))
    const { body } = await http({ path: `/sessions/${finished.get(name)}` })
    figures[`GET /sessions/{id}, kilobytes, ${name}`] = rounded(body.length / 1000)
    http.close()
  }
  await measure('GET /sessions/{id}, a finished issuance', readsPerRound, (side) =>
    reads(side, `/sessions/${finished.get(side.name)}`),
  )
  await measure('GET /oid4vci/requests', readsPerRound, (side) => reads(side, '/oid4vci/requests'))
})

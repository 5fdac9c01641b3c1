import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endStarts, ready, runFile, type Start, started } from '@/lib/testing/npm-start'
import { type Flow, type FlowKind, type Flows, prepareFlows } from './flows'
import { type IndependentWallets, openIndependentWallets } from './independent-wallets'
import { type Figures, keepFigures, machineFacts } from './keep-figures'
import { cpuOfTree, memoryOfTree } from './process-tree'
import { median, sum } from './statistics'

/**
 * Measures what flows and reads cost: CPU time of the web process and of PocketBase, run as `npm start` runs them, as
 * reported by the operating system. The wallets run in the test process and are not counted, nor are Temporal and its
 * worker, which take no part.
 *
 * Flows are driven in two ways. Wallets "in step" share one event loop: their requests go out together and share the
 * service's transactions, which makes them cheap. "Independent" wallets each have their own keys, thread and pace, like
 * real ones.
 *
 * A thousand flows of each kind run as a warm-up, because V8 keeps compiling for that long and the first flows cost one
 * and a half times as much as the last. BENCH_WARMUP sets another number.
 *
 * BENCH_BASE names another checkout with installed dependencies, or several with commas between them. All are then
 * measured alternately within one run, so that other load or a changing clock speed affects all of them equally. The
 * results go into bench/results/.
 */
const bases = (process.env.BENCH_BASE ?? '').split(',').filter(Boolean)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const flowsPerRound = Number(process.env.BENCH_FLOWS ?? 64)
const warmUpFlows = Number(process.env.BENCH_WARMUP ?? 1000)
const readsPerRound = 50
/**
 * Numbers of concurrent wallets for each way. BENCH_IN_STEP and BENCH_INDEPENDENT override them; an empty value means
 * none.
 */
const numbers = (text: string) => text.split(',').filter(Boolean).map(Number)
const inStep = numbers(process.env.BENCH_IN_STEP ?? '1,8,64')
const independent = numbers(process.env.BENCH_INDEPENDENT ?? '8')
const kinds: readonly FlowKind[] = ['issuance', 'presentation']
/** The programs whose CPU time is counted. */
const counted: ReadonlySet<string> = new Set(['server.mjs', 'pocketbase'])

const figures: Figures = { ...machineFacts(), rounds, warmUpFlows }
/**
 * CPU milliseconds of an issuance's cryptography, measured once. Flows of both kinds are also reported as multiples of
 * it.
 */
let floorMillis = 0

interface Side {
  readonly name: string
  readonly service: Start
  readonly flows: Flows
  /** By the number of wallets. */
  readonly wallets: ReadonlyMap<number, IndependentWallets>
}

const sides: Side[] = []

async function open(name: string, root?: string): Promise<Side> {
  const env = { SESSION_RATE_LIMIT: '0', ADDRESS_MIB_PER_DAY: '0', DISK_FLOOR_MIB: '0' }
  const service = await started(env, [], 'node', root)
  await ready(service)
  const wallets = new Map<number, IndependentWallets>()
  for (const count of independent) wallets.set(count, await openIndependentWallets(service.origin, count))
  return { name, service, flows: await prepareFlows(service.origin), wallets }
}

beforeAll(async () => {
  for (const root of bases) sides.push(await open(bases.length === 1 ? 'base' : basename(root), root))
  sides.push(await open('this'))
})
afterAll(async () => {
  for (const { wallets } of sides) for (const one of wallets.values()) await one.close()
  await endStarts()
  if (bases.length === 0) keepFigures('service.json', figures, 'flows and reads')
  else keepFigures('service-paired.json', figures)
})

/** Runs `count` flows in step, with `wallets` at a time; each wallet has its own connections. */
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

/** Measures the CPU time per operation for each side: the median over the rounds, after a warm-up round. */
async function measure(name: string, count: number, work: (side: Side) => Promise<void>): Promise<void> {
  const spent = new Map<string, Map<string, number>[]>(sides.map((side) => [side.name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const side of sides) {
      const cpu = () => [...cpuOfTree(Number(side.service.child.pid))].filter(([program]) => counted.has(program))
      const before = new Map(cpu())
      await work(side)
      const each = cpu().map(([program, at]) => [program, (at - (before.get(program) ?? 0)) / count] as const)
      if (round > 0) spent.get(side.name)?.push(new Map(each))
    }
  }
  for (const [side, samples] of spent) {
    const programs = [...new Set(samples.flatMap((one) => [...one.keys()]))]
    const cpuMillis = median(samples.map((one) => sum(one.values())))
    figures[`${name}, ${side}`] = {
      cpuMillis: rounded(cpuMillis),
      ...(kinds.some((kind) => name.startsWith(kind))
        ? { timesTheCryptography: rounded(cpuMillis / floorMillis) }
        : {}),
      rounds: samples.map((one) => rounded(sum(one.values()))),
      byProgram: Object.fromEntries(
        programs.map((program) => [program, rounded(median(samples.map((one) => one.get(program) ?? 0)))]),
      ),
    }
  }
  expect(spent.size).toBe(sides.length)
}

const pidOfPocketBase = ({ service }: Side): number =>
  Number(runFile(service).children.find(({ name }) => name === 'PocketBase')?.pid)

/** Size of the database in bytes. Stops PocketBase first, which merges its write-ahead log into the file. */
async function bytesOf(side: Side): Promise<number> {
  const { dataDir, output } = side.service
  const said = output().length
  process.kill(pidOfPocketBase(side), 'SIGTERM')
  await vi.waitFor(() => expect(output().slice(said)).toContain('PocketBase is ready again.'), { timeout: 60_000 })
  return statSync(join(dataDir, 'pocketbase/data.db')).size
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
  let before = await Promise.all(sides.map(bytesOf))
  for (const kind of kinds) {
    for (const { flows } of sides) await drive(flows, flows[kind], 8, warmUpFlows)
    for (const wallets of inStep)
      await measure(`${kind}, ${wallets} in step`, flowsPerRound, ({ flows }) =>
        drive(flows, flows[kind], wallets, flowsPerRound),
      )
    for (const count of independent)
      await measure(`${kind}, ${count} independent`, flowsPerRound, async ({ wallets }) =>
        wallets.get(count)?.drive(kind, flowsPerRound),
      )
    const flows = warmUpFlows + (rounds + 1) * flowsPerRound * (inStep.length + independent.length)
    for (const side of sides)
      figures[`megabytes of memory of PocketBase, after flows of ${kind}, ${side.name}`] = Math.round(
        sum(memoryOfTree(pidOfPocketBase(side)).values()) / 1e6,
      )
    const after = await Promise.all(sides.map(bytesOf))
    sides.forEach((side, index) => {
      figures[`${kind}, kilobytes on disk, ${side.name}`] = rounded(
        ((after[index] ?? 0) - (before[index] ?? 0)) / 1000 / flows,
      )
    })
    before = after
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

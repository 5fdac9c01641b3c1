import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type HttpRequest } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { keepFigures, machineFacts } from './keep-figures'
import { cpuOfTree } from './process-tree'
import { median, sum } from './statistics'

/**
 * Measures what a laboratory costs beside an issuer that sessions share: its creation and its metadata, as CPU time of the
 * web process and of PocketBase. Both are measured in turn within one run, so that other load affects them equally.
 * BENCH_LABORATORIES laboratories are on record before the second half; `sqlite3` makes them of the first ones.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const perRound = Number(process.env.BENCH_REQUESTS ?? 60)
const laboratories = Number(process.env.BENCH_LABORATORIES ?? 100_000)
/** How many are made by requests, which is more than a process remembers, and how many are timed after that. */
const made = 1000
const timed = 100

/** What the bounds are: milliseconds more than with an issuer that sessions share, and how long one may take to create. */
const bounds = { creation: 15, metadata: 2, wall: 100 }

const figures: Record<string, unknown> = { ...machineFacts(), rounds, perRound, bounds }
const addresses: string[] = []
let pocketBase: TestPocketBase
let web: WebProcess
let http: HttpClient

beforeAll(async () => {
  pocketBase = await startPocketBase()
  web = await startWebProcess({ pocketBase, env: { LABORATORY_MAX: '0', WARM_UP: 'off' } })
  http = createHttpClient(web.baseUrl)
})
afterAll(async () => {
  keepFigures('laboratory.json', figures)
  http.close()
  await web.remove()
  await pocketBase.remove()
})

const create = (laboratory: object | null): HttpRequest => ({
  method: 'POST',
  path: '/sessions',
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ flow: 'pre_authorized_code', ...(laboratory === null ? {} : { laboratory }) }),
})
const metadata = (issuer: string): HttpRequest => ({ path: `/.well-known/openid-credential-issuer${issuer}` })

const cpu = (): number =>
  sum([web.process().pid, pocketBase.process().pid].flatMap((pid) => [...cpuOfTree(Number(pid)).values()]))

interface Kind {
  readonly requestOf: (index: number) => HttpRequest
  /** Runs before each round, and is not counted. */
  readonly prepare?: () => Promise<void>
}

/** CPU time of each request, for two kinds of request in turn; the first round warms up. */
async function measure(name: string, kinds: { readonly shared: Kind; readonly laboratory: Kind }): Promise<void> {
  const spent = { shared: [] as number[], laboratory: [] as number[] }
  for (let round = 0; round <= rounds; round++)
    for (const kind of ['shared', 'laboratory'] as const) {
      const { requestOf, prepare } = kinds[kind]
      await prepare?.()
      const before = cpu()
      for (let index = 0; index < perRound; index++) {
        const { status, body } = await http(requestOf(round * perRound + index))
        expect(status < 300, body).toBe(true)
      }
      if (round > 0) spent[kind].push((cpu() - before) / perRound)
    }
  figures[name] = {
    shared: rounded(median(spent.shared)),
    laboratory: rounded(median(spent.laboratory)),
    more: rounded(median(spent.laboratory.map((each, round) => each - (spent.shared[round] ?? 0)))),
    times: rounded(median(spent.laboratory) / median(spent.shared)),
  }
}
const rounded = (value: number): number => Math.round(value * 100) / 100

const sharedMetadata: Kind = { requestOf: () => metadata('/issuers/eu-pid-device-bound') }
const makeLaboratory = async (): Promise<string> =>
  new URL(String((await http(create({}))).object().issuer_identifier)).pathname

const measureAll = async (when: string) => {
  await measure(`creation, ${when}`, {
    shared: { requestOf: () => create(null) },
    laboratory: { requestOf: () => create({}) },
  })
  let newest: string[] = []
  await measure(`first metadata of a new one, ${when}`, {
    shared: sharedMetadata,
    laboratory: {
      prepare: async () => {
        newest = []
        while (newest.length < perRound) newest.push(await makeLaboratory())
      },
      requestOf: (index) => metadata(newest[index % perRound] ?? ''),
    },
  })
  await measure(`metadata again, ${when}`, {
    shared: sharedMetadata,
    laboratory: { requestOf: (index) => metadata(addresses[index % 10] ?? '') },
  })
  // Each was made long ago, and asked for last before hundreds of others.
  await measure(`metadata of an old one, ${when}`, {
    shared: sharedMetadata,
    laboratory: { requestOf: (index) => metadata(addresses[(index * 7) % made] ?? '') },
  })
}

/** Copies the laboratories on record until there are as many as asked for. PocketBase must not be running. */
function copyLaboratories(): number {
  const run = (sql: string) =>
    execFileSync('sqlite3', [join(pocketBase.dataDir, 'data.db')], { input: sql, encoding: 'utf8' })
  const copies: Readonly<Record<string, readonly [rows: string, changed: Readonly<Record<string, string>>]>> = {
    sessions: ["laboratory IS NOT NULL AND laboratory != 'null'", { id: '', credential_offer_id: '' }],
    one_time_values: ["kind = 'laboratory'", { id: '', digest: '', session_id: '' }],
    events: ["type = 'laboratory_created'", { id: '', session_id: '' }],
  }
  for (const [table, [rows, changed]] of Object.entries(copies)) {
    const names = run(`SELECT name FROM pragma_table_info('${table}')`).split('\n').filter(Boolean)
    const copied = (name: string) => (name in changed ? `substr(${name}, 1, 24) || printf('%012x', n)` : name)
    run(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${Math.ceil(laboratories / made)})
      INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map(copied).join(', ')} FROM (SELECT * FROM ${table} WHERE ${rows} LIMIT ${made}), numbers;
      PRAGMA wal_checkpoint(TRUNCATE);`)
  }
  return Number(run("SELECT count(*) FROM one_time_values WHERE kind = 'laboratory'"))
}

it('costs little more than an issuer that sessions share, with a thousand on record', async () => {
  while (addresses.length < made) addresses.push(await makeLaboratory())
  const walls: number[] = []
  for (let index = 0; index < timed; index++) {
    const started = performance.now()
    expect((await http(create({}))).status).toBe(201)
    walls.push(performance.now() - started)
  }
  figures.wallMillis = rounded(median(walls))
  await measureAll(`${made} on record`)
})

it('costs the same with many on record', async () => {
  await pocketBase.end('SIGTERM')
  figures.laboratories = copyLaboratories()
  await pocketBase.start()
  await measureAll(`${figures.laboratories} on record`)
})

import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { pocketbaseMemory } from '../scripts/runtime-memory.mjs'
import { type Flows, prepareFlows } from './flows'
import { cpuOfTree, memoryOfTree } from './process-tree'
import { median, sum } from './statistics'

/**
 * Measures how the cost of flows and reads grows with the amount of stored data. Two installations of this checkout,
 * one with few and one with many sessions, do the same work alternately. The sessions are copies of a real one, written
 * directly into the database by `sqlite3`, each with one exchange, one event and three one-time values. Then one
 * installation serves the requested number of flows, mixed with refused requests and reads, and its memory is sampled
 * along the way. The results go into bench/results/.
 */
const few = 1000
const many = Number(process.env.BENCH_SESSIONS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const flowsPerRound = Number(process.env.BENCH_FLOWS ?? 64)
const soakFlows = Number(process.env.BENCH_SOAK ?? 3000)
/** Numbers of flows after which memory is sampled. In between, flows run in steps of `soakStep`. */
const soakStops = [1000, 3000, 10_000, 30_000]
const soakStep = 500
/** Idle milliseconds before memory is sampled: the web process collects garbage within the first ten seconds. */
const restMillis = 20_000
/** Time limit: a hundred thousand flows take about an hour on two processors. */
const soakMillisMax = 6 * 3_600_000
const walletsAtOnce = 8
const resultsFile = fileURLToPath(new URL('results/growth.json', import.meta.url))

const figures: Record<string, unknown> = {
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  load: loadavg().map((load) => Math.round(load * 10) / 10),
  sessions: [few, many],
  rounds,
}

interface Side {
  readonly sessions: number
  readonly pocketBase: TestPocketBase
  readonly web: WebProcess
  readonly flows: Flows
}

const sides: Side[] = []

/** SQL for the columns that must differ between copies of a row; `n` is the copy's number. */
const id = "printf('%08x-0000-4000-8000-%012x', random() & 0xffffffff, n)"
const copies: Readonly<Record<string, { readonly each: number; readonly columns: Readonly<Record<string, string>> }>> =
  {
    sessions: { each: 1, columns: { id, credential_offer_id: id } },
    exchanges: {
      each: 1,
      columns: {
        id,
        seq: 'n',
        session_id: id,
        headers: "'{}'",
        query: "'null'",
        body: "'null'",
        response: `'{"status":200,"content_type":null,"headers":{},"body":null}'`,
        decoded: "'[]'",
      },
    },
    events: { each: 1, columns: { id, seq: 'n', session_id: id } },
    one_time_values: { each: 3, columns: { id: 'lower(hex(randomblob(8)))', digest: 'lower(hex(randomblob(32)))' } },
  }

/**
 * Copies the first row of each table for this many sessions. Indexes are dropped and recreated afterwards, which is
 * faster. PocketBase must not be running.
 */
function copyRows(file: string, sessions: number): void {
  const ask = (sql: string): string[] => run(file, sql).split('\n').filter(Boolean)
  for (const [table, { each, columns }] of Object.entries(copies)) {
    const names = ask(`SELECT name FROM pragma_table_info('${table}')`)
    const indexes = `FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = '${table}'`
    const drop = ask(`SELECT 'DROP INDEX ' || name || ';' ${indexes}`)
    const make = ask(`SELECT replace(sql, char(10), ' ') || ';' ${indexes}`)
    run(
      file,
      `PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN; ${drop.join(' ')}
      INSERT INTO ${table} (${names.join(', ')})
      WITH RECURSIVE
        numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${each * sessions}),
        copied AS MATERIALIZED (SELECT * FROM ${table} ORDER BY rowid LIMIT 1)
      SELECT ${names.map((name) => columns[name] ?? `copied.${name}`).join(', ')} FROM numbers, copied;
      ${make.join(' ')} COMMIT; PRAGMA wal_checkpoint(TRUNCATE);`,
    )
  }
}

/** Uses the program `sqlite3`, because PocketBase's own commands would take an hour. */
const run = (file: string, sql: string): string => execFileSync('sqlite3', [file], { input: sql, encoding: 'utf8' })

/** Opens an installation with this many sessions: one comes from a flow, the others are copies of it. */
async function open(sessions: number): Promise<Side> {
  const pocketBase = await startPocketBase({ env: pocketbaseMemory })
  const web = await startWebProcess({ pocketBase })
  const flows = await prepareFlows(web.baseUrl)
  const http = flows.newClient()
  await flows.issuance(http)
  http.close()
  await web.end('SIGTERM')
  await pocketBase.end('SIGTERM')
  const startedAt = performance.now()
  const file = join(pocketBase.dataDir, 'data.db')
  copyRows(file, sessions)
  // Otherwise the start would wait until gigabytes of recent writes reach the disk.
  execFileSync('sync', [file])
  figures[`megabytes of the database, ${sessions} sessions`] = Math.round(statSync(file).size / 1e6)
  figures[`seconds to write ${sessions} sessions`] = Math.round((performance.now() - startedAt) / 1000)
  const startsAt = performance.now()
  await pocketBase.start()
  await web.start()
  figures[`seconds until PocketBase and the web process are ready, ${sessions} sessions`] =
    Math.round((performance.now() - startsAt) / 100) / 10
  return { sessions, pocketBase, web, flows }
}

beforeAll(async () => {
  for (const sessions of [few, many]) sides.push(await open(sessions))
})
afterAll(async () => {
  for (const { web, pocketBase } of sides) {
    await web.remove()
    await pocketBase.remove()
  }
  console.info(JSON.stringify(figures, null, 2))
  writeFileSync(resultsFile, `${JSON.stringify(figures, null, 2)}\n`)
})

const pidsOf = ({ web, pocketBase }: Side): readonly number[] => [
  Number(pocketBase.process().pid),
  Number(web.process().pid),
]
const cpuOf = (side: Side): number => sum(pidsOf(side).map((pid) => sum(cpuOfTree(pid).values())))
const rounded = (value: number): number => Math.round(value * 100) / 100

async function compare(name: string, count: number, work: (side: Side) => Promise<unknown>): Promise<void> {
  const spent = new Map<number, number[]>(sides.map(({ sessions }) => [sessions, []]))
  for (let round = 0; round <= rounds; round++)
    for (const side of sides) {
      const before = cpuOf(side)
      await work(side)
      if (round > 0) spent.get(side.sessions)?.push((cpuOf(side) - before) / count)
    }
  figures[name] = Object.fromEntries(
    [...spent].map(([sessions, each]) => [
      `${sessions} sessions`,
      { cpuMillis: rounded(median(each)), rounds: each.map(rounded) },
    ]),
  )
  expect(spent.size).toBe(2)
}

/** Runs this many flows, eight at a time. */
async function drive({ flows }: Side, kind: 'issuance' | 'presentation', count: number): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: walletsAtOnce }, async () => {
      const http = flows.newClient()
      while (left-- > 0) await flows[kind](http)
      http.close()
    }),
  )
}

async function read({ flows }: Side, path: string, times: number): Promise<void> {
  const http = flows.newClient()
  for (let count = 0; count < times; count++) await http({ path })
  http.close()
}

it('a flow with few and with many sessions stored', async () => {
  for (const kind of ['issuance', 'presentation'] as const)
    await compare(`${kind}, 8 at once`, flowsPerRound, (side) => drive(side, kind, flowsPerRound))
})

it('reads with few and with many sessions stored', async () => {
  const finished = new Map<number, string>()
  for (const { sessions, flows } of sides) {
    const http = flows.newClient()
    finished.set(sessions, await flows.issuance(http))
    http.close()
  }
  await compare('GET /sessions/{id}, a finished issuance', 50, (side) =>
    read(side, `/sessions/${finished.get(side.sessions)}`, 50),
  )
  await compare('GET /oid4vci/requests', 50, (side) => read(side, '/oid4vci/requests', 50))
})

it('memory at rest while flows, refused requests and reads go on', { timeout: soakMillisMax }, async () => {
  const [side] = sides as [Side]
  const memory: Record<string, unknown> = {}
  const note = async (flows: number) => {
    await setTimeout(restMillis)
    memory[`after ${flows} flows`] = Object.fromEntries(
      pidsOf(side).flatMap((pid) => [...memoryOfTree(pid)].map(([name, bytes]) => [name, Math.round(bytes / 2 ** 20)])),
    )
    console.info(flows, memory[`after ${flows} flows`])
  }
  await note(0)
  const stops = [...soakStops.filter((stop) => stop < soakFlows), soakFlows]
  let done = 0
  for (const stop of stops) {
    while (done < stop) {
      const flows = Math.min(soakStep, stop - done)
      await drive(side, 'issuance', Math.round(flows / 2))
      await drive(side, 'presentation', flows - Math.round(flows / 2))
      await read(side, '/oid4vci/requests', 50)
      await read(side, '/openid4vp/requests', 50)
      await read(side, '/issuers/eu-pid-device-bound/nonce', 50)
      await read(side, '/issuers/eu-pid-device-bound/credential', 50)
      done += flows
    }
    await note(stop)
  }
  figures['mebibytes of resident memory at rest'] = memory
  expect(Object.keys(memory)).toHaveLength(stops.length + 1)
})

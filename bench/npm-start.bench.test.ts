import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '@/lib/paths'
import { endStarts, ready, type Start, started } from '@/lib/testing/npm-start'
import { ensureBuilt } from '../scripts/build.mjs'
import { type Flows, prepareFlows } from './flows'
import { type Figures, keepFigures, machineFacts } from './keep-figures'
import { cpuOfTree, memoryOfTree, shareOfMemoryOfTree } from './process-tree'
import { median, sum } from './statistics'

/**
 * Measures the service as a user runs it, with every process of `npm start`: the duration of a first and a second
 * start, the CPU time and size of pages, the requests that an open page sends every second, and the memory of each
 * process after start and when idle after flows. Nothing is built or installed within the measured time. The results go
 * into bench/results/.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const pagesPerRound = 20
const pollsPerRound = 1000
const soakFlows = Number(process.env.BENCH_SOAK ?? 3000)
const restSeconds = 30
const walletsAtOnce = 8

const dataDir = mkdtempSync(join(tmpdir(), 'wallet-capture-bench-'))
const figures: Figures = machineFacts()
let service: Start
let flows: Flows
let issuance: string
let presentation: string

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Starts the service on the same data each time, and records the duration and the CPU time. */
async function start(name: string): Promise<Start> {
  const startedAt = performance.now()
  const one = await started({ SESSION_RATE_LIMIT: '0', ADDRESS_MIB_PER_DAY: '0', WARM_UP: 'on', DATA_DIR: dataDir })
  await ready(one)
  const seconds = rounded((performance.now() - startedAt) / 1000)
  const byProgram = Object.fromEntries(cpuOfTree(Number(one.child.pid)))
  figures[name] = { seconds, cpuMillis: sum(Object.values(byProgram)), byProgram }
  return one
}

function noteMemory(name: string, memoryOf = memoryOfTree): void {
  const programs = [...memoryOf(Number(service.child.pid))]
  figures[name] = Object.fromEntries(programs.map(([program, bytes]) => [program, Math.round(bytes / 2 ** 20)]))
}

beforeAll(async () => {
  await ensureBuilt()
  await start('first start')
  await endStarts()
  service = await start('second start')
  flows = await prepareFlows(service.origin)
  const http = flows.newClient()
  issuance = await flows.issuance(http)
  presentation = await flows.presentation(http)
  http.close()
})
afterAll(async () => {
  await endStarts()
  rmSync(dataDir, { recursive: true, force: true })
  keepFigures('service.json', figures, 'pages and start')
})

/** Measures the CPU time of all processes for one request, and the size of its uncompressed response. */
async function measure(name: string, path: string, perRound: number): Promise<void> {
  const http = flows.newClient()
  const ask = () => http({ path, headers: [['Accept', 'text/html']] })
  const spent: number[] = []
  const cpu = () => sum(cpuOfTree(Number(service.child.pid)).values())
  for (let round = 0; round <= rounds; round++) {
    const before = cpu()
    for (let count = 0; count < perRound; count++) expect((await ask()).status).toBe(200)
    if (round > 0) spent.push((cpu() - before) / perRound)
  }
  const kilobytes = rounded(Buffer.byteLength((await ask()).body) / 1000)
  figures[name] = { cpuMillis: rounded(median(spent)), rounds: spent.map(rounded), kilobytes }
  http.close()
}

it('what pages cost and weigh', async () => {
  await measure('page of a finished issuance', paths.inspectIssuance(issuance), pagesPerRound)
  await measure('page of a finished presentation', paths.inspectPresentation(presentation), pagesPerRound)
  await measure('page of all checks', paths.checks(), pagesPerRound)
  await measure('page of the scoreboard', '/scoreboard', pagesPerRound)
  await measure('what an open page asks every second', paths.issuanceRevision(issuance), pollsPerRound)
})

it('memory after a start, and at rest after flows, with the ledger at its bound', async () => {
  noteMemory('mebibytes after the second start and the pages')
  for (const kind of ['issuance', 'presentation'] as const) {
    let left = Math.round(soakFlows / 2)
    await Promise.all(
      Array.from({ length: walletsAtOnce }, async () => {
        const http = flows.newClient()
        while (left-- > 0) await flows[kind](http)
        http.close()
      }),
    )
  }
  noteMemory(`mebibytes right after ${soakFlows} flows`)
  await measure('GET /oid4vci/requests at its bound', '/oid4vci/requests', pagesPerRound)
  await measure('GET /sessions/{id}, a finished issuance', `/sessions/${issuance}`, pagesPerRound)
  await setTimeout(restSeconds * 1000)
  noteMemory(`mebibytes at rest, ${restSeconds} s later`)
  noteMemory('the same, with what processes share in parts', shareOfMemoryOfTree)
  expect(Object.keys(figures).length).toBeGreaterThan(5)
})

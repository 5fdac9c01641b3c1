import { appendFileSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { endStarts, ready, started } from '@/lib/testing/npm-start'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess } from '@/lib/testing/web-process'
import { type CostlyRequest, makeLargeSessions, reads, sends } from './costly-requests'
import { median } from './statistics'

/**
 * How long one request of an unauthenticated client blocks the event loop of the web process: each endpoint with its
 * most expensive bodies and sessions. Starts the whole service, or with WITHOUT_PAGES=1 everything but the pages.
 * ONLY=<regular expression> sends only requests with matching names; ROUNDS=<n> sends each that often.
 */
const rounds = Number(process.env.ROUNDS ?? 3)
const only = new RegExp(process.env.ONLY ?? '')
const withPages = process.env.WITHOUT_PAGES === undefined
const bound = 50

const probe = join(tmpdir(), `wallet-capture-stalls-${process.pid}.sock`)
const env = {
  NODE_OPTIONS: `--import=${new URL('stall-probe.mjs', import.meta.url).href}`,
  STALL_PROBE: probe,
  SESSION_RATE_LIMIT: '0',
  ADDRESS_MIB_PER_DAY: '0',
  WARM_UP: 'on',
}
let service: { readonly baseUrl: string; readonly now: () => never }
let http: HttpClient
let close: () => Promise<void>

beforeAll(async () => {
  if (withPages) {
    const start = await started(env)
    await ready(start)
    service = { baseUrl: start.origin, now: () => Date.now() as never }
    close = endStarts
  } else {
    const pocketBase = await startPocketBase()
    const web = await startWebProcess({ pocketBase, env })
    service = { baseUrl: web.baseUrl, now: web.now as () => never }
    close = async () => {
      await web.remove()
      await pocketBase.remove()
    }
  }
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http?.close()
  await close?.()
})

interface Stall {
  readonly clock: number
  readonly processor: number
}

/** The longest block since the last call. */
const stall = (): Promise<Stall> =>
  new Promise((resolve, reject) => {
    let text = ''
    connect(probe)
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .on('end', () => resolve(JSON.parse(text)))
      .on('error', reject)
  })

const rounded = (value: number): number => Math.round(value * 10) / 10

interface Figures {
  readonly name: string
  /** Milliseconds: of the thread's CPU time, the median, the first and the least; of the clock, the median. */
  readonly processor: number
  readonly first: number
  readonly least: number
  readonly clock: number
  readonly status: string
  /** Of the answer. */
  readonly bytes: number
}

const line = ({ processor, first, least, clock, status, bytes, name }: Figures): string =>
  `${[processor, first, least, clock, status, bytes, name].join('\t')}\n`

async function measure({ name, make }: CostlyRequest): Promise<Figures> {
  const stalls: Stall[] = []
  const statuses = new Set<number | string>()
  let bytes = 0
  for (let round = 0; round < rounds; round++) {
    const request = await make(round)
    await stall()
    const answer = await http(request).catch(() => null)
    stalls.push(await stall())
    statuses.add(answer?.status ?? 'none')
    bytes = Math.max(bytes, Buffer.byteLength(answer?.body ?? ''))
  }
  const processor = stalls.map((one) => one.processor)
  const figures = {
    name,
    processor: rounded(median(processor)),
    first: rounded(processor[0] ?? 0),
    least: rounded(Math.min(...processor)),
    clock: rounded(median(stalls.map((one) => one.clock))),
    status: [...statuses].join(' '),
    bytes,
  }
  mkdirSync('test-results', { recursive: true })
  appendFileSync('test-results/stalls.tsv', line(figures))
  return figures
}

it('the longest time for which one request holds the event loop', async () => {
  const figures: Figures[] = []
  const quiet = { name: '(nothing)', make: () => ({ path: '/healthz' }) }
  const sending = (await sends(service as never, http)).filter(({ name }) => only.test(name))
  for (const request of [quiet, ...sending]) figures.push(await measure(request))
  const shapes = { issuance: 'x', presentation: 'x' }
  if (reads(shapes, withPages).some(({ name }) => only.test(name))) {
    const large = await makeLargeSessions(service as never, http)
    for (const request of reads(large, withPages)) if (only.test(request.name)) figures.push(await measure(request))
  }
  figures.push(await measure(quiet))
  const sorted = figures.toSorted((a, b) => b.processor - a.processor)
  const over = sorted.filter(({ processor }) => processor > bound).length
  console.info(
    `processor\tfirst\tleast\tclock\tstatus\tbytes\trequest\n${sorted.map(line).join('')}${over} of ${sorted.length} hold it over ${bound} ms`,
  )
  expect(figures.length).toBeGreaterThan(1)
})

import { appendFileSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type HttpRequest } from '@/lib/testing/http-client'
import { endStarts, ready, started } from '@/lib/testing/npm-start'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { startWebProcess } from '@/lib/testing/web-process'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { answersToOddRequests } from './costly-answers'
import { issuances } from './costly-batches'
import { answersWithCertificates } from './costly-certificates'
import { creations, makeHeavyPresentations, readsOfHeavy } from './costly-creations'
import { oddTokens } from './costly-keys'
import { laboratories } from './costly-laboratories'
import { adminKey, others } from './costly-others'
import { makeCampaign, queries } from './costly-queries'
import { type CostlyRequest, issuer, json, makeLargeSessions, reads, sends } from './costly-requests'
import { keepFigures, machineFacts } from './keep-figures'
import { cpuOfDescendants } from './process-tree'
import { median } from './statistics'

/**
 * Measures how long one request of an unauthenticated client blocks the web process's event loop, and its total cost,
 * for each endpoint with its most expensive bodies and sessions. Starts the whole service, or everything but the pages
 * with WITHOUT_PAGES=1. ONLY=<regular expression> sends only requests with matching names. ROUNDS=<n> sends each
 * request n times; the default is one in `npm run bench` and otherwise three.
 */
const rounds = Number(process.env.ROUNDS ?? (process.env.npm_lifecycle_event === 'bench' ? 1 : 3))
const only = new RegExp(process.env.ONLY ?? '')
const withPages = process.env.WITHOUT_PAGES === undefined
/** Maximum milliseconds of thread CPU time for which a request may block the event loop. */
const goal = 200
const bound = 50
/** Length of each reported list. */
const listed = 10

const probe = join(tmpdir(), `wallet-capture-stalls-${process.pid}.sock`)
const env = {
  NODE_OPTIONS: `--import=${new URL('stall-probe.mjs', import.meta.url).href}`,
  STALL_PROBE: probe,
  SESSION_RATE_LIMIT: '0',
  ADDRESS_MIB_PER_DAY: '0',
  WARM_UP: 'on',
  ADMIN_API_KEY: adminKey,
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
  /** The thread's CPU time since the last call. */
  readonly whole: number
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
  /** Milliseconds. The longest block in thread CPU time: median, first and minimum; by the clock: median. */
  readonly processor: number
  readonly first: number
  readonly least: number
  readonly clock: number
  /** Total CPU milliseconds of the thread, and of PocketBase. */
  readonly whole: number
  readonly storage: number
  /** The sum of both per KiB sent; smaller requests count as one KiB. */
  readonly perKib: number
  readonly status: string
  /** Size of the request, and of the answer. */
  readonly sent: number
  readonly bytes: number
  /** Thread CPU milliseconds for each credential that was issued. */
  readonly perCredential?: number
}

const line = ({ processor, first, least, clock, whole, storage, perKib, status, sent, bytes, name }: Figures): string =>
  `${[processor, first, least, clock, whole, storage, perKib, status, sent, bytes, name].join('\t')}\n`

const heading = 'processor\tfirst\tleast\tclock\twhole\tstorage\tper KiB\tstatus\tsent\tbytes\trequest\n'

const storageMillis = (): number =>
  [...cpuOfDescendants(process.pid)].reduce((sum, [name, millis]) => (/pocketbase/.test(name) ? sum + millis : sum), 0)

const sentBytes = ({ path, headers = [], body }: HttpRequest): number =>
  [path, ...headers.flat()].reduce((sum, text) => sum + text.length, 0) + Buffer.byteLength(body ?? '')

async function measure({ name, make, credentials }: CostlyRequest): Promise<Figures> {
  const stalls: Stall[] = []
  const storages: number[] = []
  const statuses = new Set<number | string>()
  let [sent, bytes] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const request = await make(round)
    const before = storageMillis()
    await stall()
    const answer = await http(request).catch(() => null)
    stalls.push(await stall())
    storages.push(storageMillis() - before)
    statuses.add(answer?.status ?? 'none')
    sent = Math.max(sent, sentBytes(request))
    bytes = Math.max(bytes, Buffer.byteLength(answer?.body ?? ''))
  }
  const processor = stalls.map((one) => one.processor)
  const whole = median(stalls.map((one) => one.whole))
  const storage = median(storages)
  const figures = {
    name,
    processor: rounded(median(processor)),
    first: rounded(processor[0] ?? 0),
    least: rounded(Math.min(...processor)),
    clock: rounded(median(stalls.map((one) => one.clock))),
    whole: rounded(whole),
    storage,
    perKib: rounded((whole + storage) / Math.max(1, sent / 1024)),
    status: [...statuses].join(' '),
    sent,
    bytes,
    ...(credentials === undefined ? {} : { perCredential: Math.round((whole * 100) / credentials) / 100 }),
  }
  mkdirSync('test-results', { recursive: true })
  appendFileSync('test-results/stalls.tsv', line(figures))
  return figures
}

interface Beside {
  readonly name: string
  /** Milliseconds by the clock until the last of the four was answered, and the longest that another request waited meanwhile. */
  readonly four: number
  readonly longest: number
  readonly processor: number
  readonly others: number
  /** Statuses of the four, and of the others. */
  readonly statuses: string
}

/** Sends a request four times at once, and asks for other things, one after the other, until all are answered. */
async function besideFour({ name, make }: CostlyRequest): Promise<Beside> {
  const four = await Promise.all([0, 1, 2, 3].map(make))
  const [statuses, otherStatuses] = [new Set<number>(), new Set<number>()]
  let [isDone, longest, others] = [false, 0, 0]
  await stall()
  const began = performance.now()
  const all = Promise.all(four.map(async (request) => statuses.add((await http(request)).status))).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const asked = performance.now()
    // One of them is stored, so that it waits for PocketBase too.
    const other =
      others % 2 === 0 ? { path: `/.well-known/openid-credential-issuer${issuer}` } : json('/sessions', '{}')
    otherStatuses.add((await http(other)).status)
    longest = Math.max(longest, performance.now() - asked)
    others += 1
  }
  await all
  const whole = performance.now() - began
  const { processor } = await stall()
  return {
    name,
    four: rounded(whole),
    longest: rounded(longest),
    processor: rounded(processor),
    others,
    statuses: `${[...statuses].join(' ')} / ${[...otherStatuses].join(' ')}`,
  }
}

const wanted = (requests: readonly CostlyRequest[]): CostlyRequest[] => requests.filter(({ name }) => only.test(name))

/** All requests, ordered so that the sessions that are most expensive to read come last. */
async function* requests(): AsyncGenerator<CostlyRequest> {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  const credential = credentials[0] as HeldCredential
  const pem = (await http({ path: '/pki/root-ca.pem' })).body
  const certificate = pem.replace(/-----[^-]+-----|\s/g, '')
  yield* wanted(await sends(service as never, http))
  yield* wanted(creations())
  yield* wanted(issuances(service, http))
  yield* wanted(await laboratories(service, http, withPages))
  yield* wanted(oddTokens(service as never, http, { credential, certificate }))
  yield* wanted(answersToOddRequests(service, http, credential))
  yield* wanted(answersWithCertificates(service, http, credential))
  yield* wanted(others(service, http, credential))
  yield* wanted(queries(withPages))
  yield* wanted(await makeCampaign(http))
  yield* wanted(readsOfHeavy(await makeHeavyPresentations(http), withPages))
  const shapes = { issuance: 'x', presentation: 'x' }
  if (wanted(reads(shapes, withPages)).length > 0)
    yield* wanted(reads(await makeLargeSessions(service as never, http), withPages))
}

it('the longest time for which one request holds the event loop', async () => {
  const figures: Figures[] = []
  const quiet = { name: '(nothing)', make: () => ({ path: '/healthz' }) }
  figures.push(await measure(quiet))
  for await (const request of requests()) figures.push(await measure(request))
  figures.push(await measure(quiet))
  const beside: Beside[] = []
  for (const request of wanted(issuances(service, http))) beside.push(await besideFour(request))
  console.info(beside.map((one) => `${Object.values(one).join('\t')}\n`).join(''))
  const longest = figures.toSorted((a, b) => b.processor - a.processor)
  const dearest = figures.toSorted((a, b) => b.perKib - a.perKib).slice(0, listed)
  const issuing = figures.flatMap(({ name, perCredential, status }) =>
    perCredential === undefined ? [] : [{ name, status, per_credential: perCredential }],
  )
  const over = (millis: number) => longest.filter(({ processor }) => processor > millis).length
  console.info(
    `${heading}${longest.map(line).join('')}\nthe dearest by CPU time for what was sent\n${heading}${dearest.map(line).join('')}` +
      `\nwhat issuing costs, milliseconds for each credential, proofs included unless it was deferred\n` +
      `${issuing.map(({ name, per_credential }) => `${per_credential}\t${name}\n`).join('')}\n` +
      `${over(bound)} of ${longest.length} hold it over ${bound} ms, ${over(goal)} over ${goal} ms`,
  )
  if (process.env.ONLY === undefined)
    keepFigures('stalls.json', {
      ...machineFacts(),
      pages: withPages,
      requests: longest.length,
      over_50_ms: over(bound),
      over_200_ms: over(goal),
      longest_stalls: longest.slice(0, listed),
      dearest_per_kib: dearest,
      issuing,
      beside_four: beside,
    })
  expect(figures.length).toBeGreaterThan(2)
})

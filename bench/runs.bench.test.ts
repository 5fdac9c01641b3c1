import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runPageSize } from '@/components/runs/run-filter'
import { installContainer } from '@/lib/server/wiring/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { pocketbaseMemory } from '../scripts/pocketbase-memory.mjs'
import { copyRows, evidenceCopies, runSql, sessionCopies } from './copy-rows'
import { keepFigures, machineFacts } from './keep-figures'
import { median } from './statistics'

/**
 * Measures how long the page of runs takes with 10,000 sessions on record. Some sessions of each kind are made by
 * wallets: finished, refused, and never reached. `sqlite3` copies them with all their evidence, each a few seconds
 * older than the one before it. The service and the pages run in this process, PocketBase in its own.
 */
const sessions = Number(process.env.BENCH_SESSIONS ?? 10_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
/** How many sessions of each kind wallets make. */
const madeOfEach = 6
const targetMillis = 300
const operator = { authorization: 'Bearer the-token-of-an-operator-in-a-benchmark' }

const figures: Record<string, unknown> = { ...machineFacts(), sessions, rounds, targetMillis }
let pages: Awaited<ReturnType<typeof openBuiltPages>>
let pocketBase: TestPocketBase
let service: TestService
/** Where the last page begins. */
let lastPlace = ''

/** What a wallet does in a session; a session of each is made in turn. */
function sessionMakers(http: HttpClient, held: HeldCredential): readonly (() => Promise<unknown>)[] {
  const ofWallet = () => createHandWallet(service, {}, http)
  return [
    async () => {
      const wallet = await ofWallet()
      await wallet.obtainToken()
      expect((await wallet.requestCredential()).status).toBe(200)
    },
    async () => {
      const wallet = await ofWallet()
      await wallet.obtainToken()
      const proof = {
        proof: (draft: { claims: object }) => Object.assign(draft.claims, { aud: 'https://wrong.example' }),
      }
      expect((await wallet.requestCredential(proof)).status).toBe(400)
    },
    async () => {
      const presenter = await createHandPresenter(service, held, {}, http)
      await http({ path: presenter.requestPath })
      expect((await presenter.answer(presenter.payload())).status).toBe(200)
    },
    async () => {
      const presenter = await createHandPresenter(service, held, {}, http)
      await http({ path: presenter.requestPath })
      const keyBinding = (draft: { claims: object }) => Object.assign(draft.claims, { nonce: 'another' })
      expect((await presenter.answer(presenter.payload({ keyBinding }))).status).toBe(400)
    },
    () => createHandPresenter(service, held, { negative_test: 'bad_signature', name: 'Second phone' }, http),
  ]
}

const older = (column: string) => `strftime('%Y-%m-%d %H:%M:%fZ', ${column}, (-7 * n) || ' seconds')`
const copyOf = (column: string) => `substr(${column}, 1, 24) || printf('%012x', n)`
/** What differs between a row and its copy number `n`. */
const copies = { sessions: sessionCopies(copyOf, older), ...evidenceCopies(copyOf, older) }

/** Copies each session with its evidence this many times. PocketBase must not be running. */
function copySessions(times: number): void {
  const run = (sql: string) => runSql(pocketBase.dataDir, sql)
  copyRows(pocketBase.dataDir, copies, times)
  figures.stored = Number(run('SELECT count(*) FROM sessions'))
  lastPlace = run(`SELECT strftime('%s', created_at) || substr(created_at, 21, 3) || '.' || id FROM sessions
    ORDER BY created_at, id LIMIT 1 OFFSET ${runPageSize}`).trim()
}

beforeAll(async () => {
  pages = await openBuiltPages()
  pocketBase = await startPocketBase({ env: pocketbaseMemory })
  const token = operator.authorization.replace('Bearer ', '')
  service = await startService({ pocketBase, pages: pages.pages, compared: false, env: { OPERATOR_TOKEN: token } })
  installContainer(service.container)
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  const held = credentials.find(({ format }) => format === 'dc+sd-jwt')
  if (held === undefined) throw new Error('There is no SD-JWT VC to present.')
  const client = createHttpClient(service.baseUrl)
  // Offers are read with the token, as evidence is.
  const withToken = (request: Parameters<HttpClient>[0]) => {
    const headers = [...(request.headers ?? []), ['Authorization', operator.authorization] as const]
    return client(request.path.endsWith('/offer') ? { ...request, headers } : request)
  }
  const http: HttpClient = Object.assign(withToken, { close: client.close })
  const makers = sessionMakers(http, held)
  for (let round = 0; round < madeOfEach; round++) for (const make of makers) await make()
  http.close()
  await pocketBase.end('SIGTERM')
  copySessions(Math.ceil(sessions / (makers.length * madeOfEach)))
  await pocketBase.start()
})
afterAll(async () => {
  keepFigures('runs.json', figures)
  await service.close()
  await pocketBase.remove()
})

async function timed(path: string, headers: Record<string, string> = operator) {
  const started = performance.now()
  const answer = await fetch(service.baseUrl + path, { headers: { accept: 'text/html', ...headers } })
  const text = await answer.text()
  expect(answer.status).toBe(200)
  return { text, millis: performance.now() - started }
}

/** Notes how long a browser waits for every row of a page, without the pauses between its requests. */
async function noteUntilWhole(name: string, query: string): Promise<void> {
  const started = performance.now()
  let requests = 1
  while ((await listed(query)).isPending) requests++
  figures[name] = { millis: Math.round(performance.now() - started), requests }
}

const isPending = (text: string) => /"isPending\\?":true/.test(text)

/** Notes how long this address takes, and how many of the responses had every row. */
async function note(name: string, path: string): Promise<void> {
  const all: number[] = []
  let whole = 0
  for (let round = 0; round < rounds; round++) {
    const { text, millis } = await timed(path)
    all.push(millis)
    if (!isPending(text)) whole++
  }
  figures[name] = {
    firstMillis: Math.round(all[0] ?? 0),
    medianMillis: Math.round(median(all)),
    maxMillis: Math.round(Math.max(...all)),
    whole: `${whole} of ${rounds}`,
  }
}

interface Listed {
  readonly rows: readonly { readonly sessionId: string }[]
  readonly next: string | null
  readonly isPending: boolean
}
const listed = async (query: string): Promise<Listed> => JSON.parse((await timed(`/runs/rows${query}`)).text)

it('the first HTML for the operator', async () => {
  await timed('/checks')
  await note('GET /runs', '/runs')
  await note('GET /runs?failed=1', '/runs?failed=1')
  await noteUntilWhole('GET /runs/rows?failed=1, until all are there', '?all=1&failed=1')
  await note('GET /runs?q=second+phone', '/runs?q=second+phone')
  await note('GET /runs?q=nothing+like+this', '/runs?q=nothing+like+this')
  await setTimeout(31_000)
  await note('GET /runs, after half a minute', '/runs')
})

it('further pages', async () => {
  const first = await listed('?all=1')
  await note('the second page', `/runs/rows?all=1&from=${first.next}`)
  const last = `/runs/rows?all=1&from=${lastPlace}`
  expect(JSON.parse((await timed(last)).text)).toMatchObject({ next: null })
  await note('the last page', last)
})

import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cardDrawing } from '@/lib/adapters/evidence-card/draw-cards'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { createPocketBaseStore } from '@/lib/adapters/pocketbase/store/pocketbase-store'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import type { InterfaceSettings } from '@/lib/contract/contract-entry'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import { bodyBytes } from '@/lib/core/shared/http/reply'
import type { FetchDocument } from '@/lib/core/shared/ports/ports'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { fromUtf8 } from '@/lib/core/shared/values/base64url'
import { readEnvironment } from '@/lib/server/basics/env'
import type { Container } from '@/lib/server/container'
import { createHttpServer } from '@/lib/server/http/http'
import { createContainer, type ManagedStore } from '@/lib/server/wiring/create-container'
import { openPublished } from '@/lib/server/wiring/open-published'
import { openScoreboard } from '@/lib/server/wiring/open-scoreboard'
import { type Comparison, compareAnswers } from './compare-answers'
import { freePort } from './free-port'

/** The service in this process, with a clock that the test moves. Production has no such switch. */
export interface TestService {
  readonly baseUrl: string
  readonly container: Container
  /** Its keys and settings. */
  readonly dataDir: string
  /** Moves the service's clock forward. */
  advance(seconds: number): void
  readonly now: () => EpochMillis
  /** Remembers what is stored; the function that it returns takes the service back there. Only over memory. */
  fork(): () => void
  /** Every exchange as stored, oldest first. Only over memory. */
  recorded(): StoredExchange[]
  /** Every response so far, compared with the OpenAPI document. */
  readonly comparison: Comparison
  /** Stops it. Throws when a response differed from the OpenAPI document. */
  close(): Promise<void>
}

/**
 * A deliberately wrong issuance response differs from its description, so its body is remembered and not compared.
 * Wrong presentation responses are described.
 */
const remembering =
  (applyDeviation: Container['applyDeviation'], wrongBodies: Set<string>): Container['applyDeviation'] =>
  (decision, operation) => {
    const altered = applyDeviation(decision, operation)
    const { body } = altered.reply
    const isWrong = altered !== decision && /^(?:fault\.|mutations$)/.test(altered.deviating?.deviation ?? '')
    if (isWrong && (body?.kind === 'json' || body?.kind === 'text')) wrongBodies.add(fromUtf8(bodyBytes(body)) ?? '')
    return altered
  }

const nothingCompared: Comparison = { differences: new Set(), seen: new Set(), compared: () => 0 }

/** OpenAPI documents by their one setting, shared by services together with their compiled validators. */
const descriptions = new Map<boolean, OpenApiDocument>()

function descriptionOf({ parRequireDpop }: InterfaceSettings): OpenApiDocument {
  const description = descriptions.get(parRequireDpop) ?? buildOpenApi({ parRequireDpop })
  descriptions.set(parRequireDpop, description)
  return description
}

/** Options of a test's service. */
export interface ServiceOptions {
  readonly pocketBase?: { readonly url: string; readonly adminFile: string }
  readonly env?: Readonly<Record<string, string>>
  readonly scheduler?: TemporalScheduler
  /** Files in the data directory at start, e.g. `trust/root.pem`. */
  readonly files?: Readonly<Record<string, string>>
  /** Serves https with a certificate under the test root of the installation. */
  readonly tls?: boolean
  /** True if only `advance` moves its clock, however long the test takes. */
  readonly still?: boolean
  /** Replaces the pages; without it every page is 404. */
  readonly pages?: RequestListener
  /** False where time is measured: responses are then not compared with the OpenAPI document. */
  readonly compared?: boolean
  /** Fetches from other hosts, if `FETCH_ISSUER_METADATA` allows it. */
  readonly fetchDocument?: FetchDocument
  /** Replaces the disk check, if `DISK_FLOOR_MIB` enables it. */
  readonly freeBytes?: () => Promise<number>
  /** Exchanges of a session that are stored in full. */
  readonly exchangesWholeMax?: number
  /** Exchanges that a session may have. */
  readonly exchangesMax?: number
  /** Milliseconds within which a request must have arrived. */
  readonly timeouts?: Parameters<typeof createHttpServer>[0]['timeouts']
  readonly connections?: number
  readonly findPort?: () => Promise<number>
  /** Bytes of bodies and responses that may be held, and how long a client may take to read a response. */
  readonly memory?: Pick<Parameters<typeof createHttpServer>[0], 'bodyRoom' | 'answerRoom' | 'answerTime'>
}

/** Attempts on other ports, because something else took the free one. */
const startsMax = 3

/** Starts the real server on a free port, over memory or a real PocketBase, with the test's environment variables. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const { findPort = freePort } = options
  for (let start = 1; ; start += 1)
    try {
      return await startOn(await findPort(), options)
    } catch (error) {
      if (start === startsMax || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
}

async function startOn(port: number, options: ServiceOptions): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wallet-capture-service-'))
  const baseUrl = `${options.tls ? 'https' : 'http'}://localhost:${port}`
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true })
    await writeFile(join(dataDir, name), text)
  }
  let shiftSeconds = 0
  const startedAt = Date.now()
  const now = () => addSeconds(epochMillis(options.still ? startedAt : Date.now()), shiftSeconds)
  const settings = readEnvironment({
    PORT: String(port),
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SESSION_RATE_LIMIT: '0',
    ADDRESS_MIB_PER_DAY: '0',
    DISK_FLOOR_MIB: '0',
    ...(options.tls ? { WALLET_CAPTURE_TEST_TLS: 'on' } : {}),
    ...options.env,
  })
  const { pocketBase } = options
  const memory = createMemoryStore({ now, ledgerSize: settings.ledgerSize })
  const openStore = async (): Promise<ManagedStore> =>
    pocketBase
      ? createPocketBaseStore({
          url: pocketBase.url,
          credentials: { adminFile: pocketBase.adminFile },
          ledgerSize: settings.ledgerSize,
          timeoutMillis: 5000,
          now,
        })
      : {
          ...memory,
          healthy: async () => 'up',
          purge: async () => ({ sessions: 0, exchanges: 0, values: 0, keys: 0 }),
          close: async () => undefined,
        }
  const { scheduler } = options
  const scoreboard = pocketBase && {
    openPublished: () => openPublished({ url: pocketBase.url, credentials: { adminFile: pocketBase.adminFile } }),
    openScoreboard: () =>
      openScoreboard({
        url: pocketBase.url,
        credentials: { adminFile: pocketBase.adminFile },
        cards: cardDrawing,
        ...(scheduler ? { scheduler } : {}),
      }),
  }
  const container = await createContainer({
    settings,
    openStore,
    now,
    ...scoreboard,
    ...(options.fetchDocument ? { fetchDocument: options.fetchDocument } : {}),
    ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
    ...(options.exchangesWholeMax === undefined ? {} : { exchangesWholeMax: options.exchangesWholeMax }),
    ...(options.exchangesMax === undefined ? {} : { exchangesMax: options.exchangesMax }),
  })
  const server = createHttpServer({
    container,
    trustProxy: settings.trustProxy ?? [],
    pages: options.pages ?? ((_request, response) => void response.writeHead(404).end('no pages in this test')),
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
    ...(options.connections ? { connections: options.connections } : {}),
    ...options.memory,
  })
  const wrongBodies = new Set<string>()
  Object.assign(container, {
    applyDeviation: remembering(container.applyDeviation, wrongBodies),
    // No test waits for a deliberately late response.
    hold: async () => undefined,
  })
  const comparison =
    options.compared === false ? nothingCompared : compareAnswers(server, descriptionOf(settings), wrongBodies)
  const remove = async () => {
    await container.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    await remove()
    throw error
  }
  return {
    baseUrl,
    container,
    dataDir,
    now,
    comparison,
    fork: memory.fork,
    recorded: memory.recorded,
    advance: (seconds) => {
      shiftSeconds += seconds
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await remove()
      if (comparison.differences.size > 0)
        throw new Error(`Answers differ from /openapi.json:\n${[...comparison.differences].join('\n')}`)
    },
  }
}

import { fileURLToPath } from 'node:url'
import { createDrawingProcess } from '@/lib/adapters/evidence-card/drawing-process'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { createPocketBaseStore } from '@/lib/adapters/pocketbase/store/pocketbase-store'
import { createScheduler } from '@/lib/adapters/temporal/scheduler'
import { readEnvironment, type Settings } from '../basics/env'
import { type Container, installContainer } from '../container'
import { createContainer } from './create-container'
import { openPublished } from './open-published'
import { openScoreboard } from './open-scoreboard'
import { runningCode } from './results-key'
import { shareWithPages } from './share-with-pages'
import { pocketBaseCredentials } from './store-credentials'
import { temporalSettings } from './temporal-settings'

/** Milliseconds after which a storage call is abandoned and the request answered 503. */
const storeTimeoutMillis = 5000

/** Bundled beside the server. */
const drawProgram = fileURLToPath(new URL('./draw-cards.mjs', import.meta.url))

/** Wires the service over PocketBase from the process environment, and installs the wiring. */
export async function openContainer(): Promise<{ readonly container: Container; readonly settings: Settings }> {
  const settings = readEnvironment(process.env)
  const { pocketbaseUrl } = settings
  if (pocketbaseUrl === undefined) throw new Error('POCKETBASE_URL is not set: start the service with npm start.')
  const container = await createContainer({
    settings,
    code: settings.dev ? null : runningCode(),
    openScoreboard: () => {
      const temporal = temporalSettings(settings)
      return openScoreboard({
        url: pocketbaseUrl,
        credentials: pocketBaseCredentials(settings),
        cards: createDrawingProcess(drawProgram),
        ...(temporal === null ? {} : { scheduler: createScheduler(temporal) }),
      })
    },
    openPublished: () => openPublished({ url: pocketbaseUrl, credentials: pocketBaseCredentials(settings) }),
    openStore: (now) =>
      createPocketBaseStore({
        url: pocketbaseUrl,
        credentials: pocketBaseCredentials(settings),
        ledgerSize: settings.ledgerSize,
        timeoutMillis: storeTimeoutMillis,
        now,
      }),
  })
  installContainer(container)
  shareWithPages()
  return { container, settings }
}

/** Wires a service with these settings that keeps its records in memory, contacts no other host and logs nothing. */
export const openWarmUpContainer = ({ metricsPort: _, ...settings }: Settings): Promise<Container> =>
  createContainer({
    settings: {
      ...settings,
      logLevel: 'silent',
      fetchIssuerMetadata: false,
      fetchStatusLists: false,
      fetchTypeMetadata: false,
      sessionRateLimitPerMinute: 0,
      addressMibPerDay: 0,
      diskFloorMib: 0,
    },
    readsTrustLists: false,
    openStore: async (now) => ({
      ...createMemoryStore({ now, ledgerSize: settings.ledgerSize }),
      healthy: async () => 'up',
      purge: async () => ({ sessions: 0, exchanges: 0, values: 0, keys: 0 }),
      close: async () => undefined,
    }),
  })

import { createPocketBaseStore } from '@/lib/adapters/pocketbase/pocketbase-store'
import { createScheduler } from '@/lib/adapters/temporal/scheduler'
import { type Container, installContainer } from './container'
import { createContainer } from './create-container'
import { readEnvironment, type Settings } from './env'
import { openScoreboard } from './open-scoreboard'
import { pocketBaseCredentials } from './store-credentials'
import { temporalSettings } from './temporal-settings'

/** How long a storage call may take before the request is answered with 503. */
const storeTimeoutMillis = 5000

/** Wires the service over PocketBase from the environment of the process, and installs the wiring. */
export async function openContainer(): Promise<{ readonly container: Container; readonly settings: Settings }> {
  const settings = readEnvironment(process.env)
  const { pocketbaseUrl } = settings
  if (pocketbaseUrl === undefined) throw new Error('POCKETBASE_URL is not set: start the service with npm start.')
  const container = await createContainer({
    settings,
    openScoreboard: () => {
      const temporal = temporalSettings(settings)
      return openScoreboard({
        url: pocketbaseUrl,
        credentials: pocketBaseCredentials(settings),
        ...(temporal === null ? {} : { scheduler: createScheduler(temporal) }),
      })
    },
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
  return { container, settings }
}

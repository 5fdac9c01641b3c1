import { createPocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createPublicReader, recordsPath } from '@/lib/adapters/pocketbase/client/public-reader'
import type { PocketBaseCredentials } from '@/lib/adapters/pocketbase/client/superuser'
import { createEntityStore, createOrganizationStore } from '@/lib/adapters/pocketbase/scoreboard/entity-stores'
import { createOrganizationKeyStore } from '@/lib/adapters/pocketbase/scoreboard/organization-key-store'
import { createPipelineStore } from '@/lib/adapters/pocketbase/scoreboard/pipeline-store'
import { act } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-actions'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { createWorkerDemand } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import type { CardDrawing } from '@/lib/core/scoreboard/artifacts/cards'
import { builtInRevision } from '@/lib/core/scoreboard/pipelines/built-in-pipelines'
import { withWorkers } from '@/lib/core/scoreboard/worker-demand'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { epochMillis } from '@/lib/core/shared/time/time'
import { gunzip } from '../http/gunzip'
import { readMultipart } from '../http/read-multipart'
import type { ManagedScoreboard } from '../metrics/managed-scoreboard'
import { createScoreboardSnapshot } from '../read/scoreboard-snapshot'
import { absentScoreboard } from './absent-scoreboard'
import { builtInChecks, builtInRecords } from './built-in-records'

/** Committing a large scoreboard may take a while; wallets never wait for it. */
const storeTimeoutMillis = 60_000
const readTimeoutMillis = 15_000
/** Checks whether the rows have changed on every read, and reads pages of who has the admin key. */
const revisionTimeoutMillis = 3000

/** Wires the scoreboard over PocketBase. Without a scheduler the endpoints that need Temporal answer 503. */
export function openScoreboard(input: {
  readonly url: string
  readonly credentials: PocketBaseCredentials
  readonly cards: CardDrawing
  readonly scheduler?: TemporalScheduler
}): ManagedScoreboard {
  const { url, credentials, cards, scheduler } = input
  const client = createPocketBaseClient({ url, credentials, timeoutMillis: storeTimeoutMillis })
  const now = () => epochMillis(Date.now())
  const reader = createPublicReader(url, readTimeoutMillis)
  const store = createScoreboardStore(client)
  const asker = createPocketBaseClient({ url, credentials, timeoutMillis: revisionTimeoutMillis })
  const { revision } = createScoreboardStore(asker)
  return {
    store,
    cards,
    snapshot: createScoreboardSnapshot({
      revision,
      readPublic: reader.readPublic,
      readNamed: store.namedInRows,
    }),
    scheduler: scheduler ?? absentScoreboard.scheduler,
    pipelines: createPipelineStore(client),
    organizations: createOrganizationStore(client),
    entities: createEntityStore(client),
    runner: scheduler ? withWorkers(scheduler.pipelines, createWorkerDemand(client), now) : absentScoreboard.runner,
    // Every request with a key of an organisation waits for it, as it waits for a page.
    organizationKeys: createOrganizationKeyStore(asker),
    catalogue: absentScoreboard.catalogue,
    gunzip,
    readMultipart,
    openPublicFile: reader.openPublicFile,
    readPublic: reader.readPublic,
    readWhole: async (path, query) => {
      const { status, text } = await asker.request({ method: 'GET', path: recordsPath(path, query) })
      if (status >= 500) throw new StoreUnavailable(`PocketBase responded with status ${status}.`)
      return { status, body: text }
    },
    parts: scheduler?.parts ?? absentScoreboard.parts,
    seed: async () =>
      void (await act(client, 'seed', {
        revision: builtInRevision,
        records: builtInRecords(),
        checks: builtInChecks(),
      })),
    close: async () => {
      await scheduler?.close()
      client.close()
      asker.close()
      reader.close()
    },
  }
}

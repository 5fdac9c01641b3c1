import { sha256 } from '@/lib/adapters/crypto/ports'
import type { PocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createPipelineStore } from '@/lib/adapters/pocketbase/scoreboard/pipeline-store'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { pipelineActivities } from '@/lib/adapters/temporal/pipeline/activities'
import type { PipelineDeps } from '@/lib/adapters/temporal/pipeline/pipeline-deps'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { pipelineCatalogue } from '../pipelines/catalogue'
import { builtInCustomChecks } from '../pipelines/custom-checks'
import { createWalletDriver } from '../pipelines/wallet-driver'

/** A long poll for the next session of a campaign takes half a minute. */
const walletTimeoutMillis = 60_000

/** The activities of PipelineWorkflow, with the reference wallet, for a worker of any namespace. */
export function openPipelineActivities({
  client,
  baseUrl,
  adminKey,
  ...deps
}: {
  readonly client: PocketBaseClient
  readonly baseUrl: string
  readonly adminKey: string
} & Pick<PipelineDeps, 'api' | 'now' | 'cancelRun'>) {
  return pipelineActivities({
    ...deps,
    store: createPipelineStore(client),
    scoreboard: createScoreboardStore(client),
    sha256,
    catalogue: pipelineCatalogue,
    wallet: createWalletDriver({ baseUrl, adminKey, http: createNodeClient({ timeoutMillis: walletTimeoutMillis }) }),
    customChecks: builtInCustomChecks,
  })
}

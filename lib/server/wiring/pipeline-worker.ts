import { sha256 } from '@/lib/adapters/crypto/ports'
import type { PocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createPipelineStore } from '@/lib/adapters/pocketbase/scoreboard/pipeline-store'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { pipelineActivities } from '@/lib/adapters/temporal/pipeline/activities'
import type { PipelineDeps } from '@/lib/adapters/temporal/pipeline/pipeline-deps'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { pipelineCatalogue } from '../pipelines/catalogue'
import { openCustomChecks } from '../pipelines/custom-checks'
import type { ReadPlace } from '../pipelines/secret-probe'
import { createWalletDriver } from '../pipelines/wallet-driver'

/** A long poll for the next session of a campaign takes half a minute. */
const walletTimeoutMillis = 60_000

/** The activities of PipelineWorkflow, with the reference wallet, for a worker of any namespace. */
export function openPipelineActivities({
  client,
  baseUrl,
  serviceUrl,
  adminKey,
  ...deps
}: {
  readonly client: PocketBaseClient
  /** Where wallets find the service, as its links and metadata say. */
  readonly baseUrl: string
  /** Where this process reaches it. */
  readonly serviceUrl: string
  readonly adminKey: string
} & Pick<PipelineDeps, 'api' | 'now' | 'cancelRun'>) {
  const http = createNodeClient({ timeoutMillis: walletTimeoutMillis })
  const wallet = createWalletDriver({ baseUrl, adminKey, http })
  const read: ReadPlace = async (path, { pipeline, signal }) => {
    const headers = { 'x-api-key': adminKey, [pipelineHeader]: pipeline, accept: '*/*' }
    const response = await fetch(serviceUrl + path, { headers, signal })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return pipelineActivities({
    ...deps,
    store: createPipelineStore(client),
    scoreboard: createScoreboardStore(client),
    sha256,
    catalogue: pipelineCatalogue,
    wallet,
    customChecks: openCustomChecks({ memoryOf: wallet.memoryOf, read }),
  })
}

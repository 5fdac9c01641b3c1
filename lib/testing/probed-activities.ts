import { sha256 } from '@/lib/adapters/crypto/ports'
import type { PocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { createPipelineStore } from '@/lib/adapters/pocketbase/scoreboard/pipeline-store'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { pipelineActivities } from '@/lib/adapters/temporal/pipeline/activities'
import type { PipelineDeps } from '@/lib/adapters/temporal/pipeline/pipeline-deps'
import { createServiceApi } from '@/lib/adapters/temporal/service-api'
import type { CustomCheck } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import { pipelineCatalogue } from '@/lib/server/pipelines/catalogue'
import { createWalletDriver } from '@/lib/server/pipelines/wallet-driver'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'

/** Path of the custom integration that these activities include. */
export const testProbe = 'wallet-capture/test-probe'

/**
 * A worker's activities of PipelineWorkflow, with one built-in integration of the test. `onAnswer` is awaited before
 * the wallet sees a response.
 */
export function openProbedActivities({
  client,
  baseUrl,
  adminKey,
  probe = async () => ({ passed: true, detail: '' }),
  onAnswer = async () => undefined,
  ...deps
}: {
  readonly client: PocketBaseClient
  readonly baseUrl: string
  readonly adminKey: string
  readonly probe?: CustomCheck
  readonly onAnswer?: () => Promise<void>
} & Pick<PipelineDeps, 'now' | 'cancelRun'>) {
  const send = createNodeClient({ timeoutMillis: 60_000 })
  const http: SendHttp = async (request) => {
    const answer = await send(request)
    await onAnswer()
    return answer
  }
  return pipelineActivities({
    ...deps,
    store: createPipelineStore(client),
    scoreboard: createScoreboardStore(client),
    api: createServiceApi(baseUrl, adminKey),
    sha256,
    catalogue: { ...pipelineCatalogue, builtInChecks: new Set([testProbe]) },
    wallet: createWalletDriver({ baseUrl, adminKey, http }),
    customChecks: new Map([[testProbe, probe]]),
  })
}

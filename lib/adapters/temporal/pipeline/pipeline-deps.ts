import type { PipelineStore } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import type { PipelineCatalogue } from '@/lib/core/scoreboard/pipelines/read-definition'
import type { CustomCheck, WalletDriver } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import type { ScoreboardStore } from '@/lib/core/scoreboard/scoreboard-store'
import type { Clock, Sha256 } from '@/lib/core/shared/ports/ports'
import type { ServiceApi } from '../service-api'

/** Dependencies of the activities of pipelines. */
export interface PipelineDeps {
  readonly store: Pick<PipelineStore, 'pipeline' | 'result' | 'members' | 'schedules' | 'noteNextRun'>
  readonly scoreboard: Pick<ScoreboardStore, 'resolve'>
  readonly api: ServiceApi
  readonly now: Clock
  readonly sha256: Sha256
  readonly catalogue: PipelineCatalogue
  readonly wallet: WalletDriver
  /** Built-in custom integrations, by path. */
  readonly customChecks: ReadonlyMap<string, CustomCheck>
  readonly cancelRun: (run: {
    readonly namespace: string
    readonly workflowId: string
    readonly runId: string
  }) => Promise<void>
}

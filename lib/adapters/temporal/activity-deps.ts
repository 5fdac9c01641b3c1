import type { Clock } from '@/lib/core/ground/ports/ports'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import type { ReconciliationStore, RunVisibility } from '@/lib/core/scoreboard/reconciliation'
import type { ServiceApi } from './service-api'

/** What the activities need. */
export interface ActivityDeps {
  readonly store: AggregationStore
  readonly reconciliation: ReconciliationStore
  readonly visibility: RunVisibility
  readonly api: ServiceApi
  readonly now: Clock
  /** Creates missing namespaces of new organisations, as far as possible. */
  readonly provision: () => Promise<void>
}

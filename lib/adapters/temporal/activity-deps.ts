import type { Clock } from '@/lib/core/ports'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import type { ServiceApi } from './service-api'

/** What the activities need. */
export interface ActivityDeps {
  readonly store: AggregationStore
  readonly api: ServiceApi
  readonly now: Clock
  /** Makes namespaces of new organisations ready, as far as that can be done now. */
  readonly provision: () => Promise<void>
}

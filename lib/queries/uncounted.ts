import 'server-only'
import {
  type AggregationScheduler,
  isSchedulerUnavailable,
  SchedulerUnavailable,
} from '@/lib/core/scoreboard/scheduler'
import { findUncounted, type Uncounted } from '@/lib/core/scoreboard/uncounted'
import { container } from '@/lib/server/container'
import { inTime } from './storage-away'

/** What Temporal has in a namespace and no statistics count; `away` while Temporal does not respond. */
export type UncountedFound =
  | { readonly uncounted: readonly Uncounted[]; readonly lookedAt: number; readonly hasMore: boolean }
  | 'away'
  | null

/** The longest that a page waits for Temporal, in milliseconds: less than for storage, so that the right one is named. */
const temporalMillis = 2000

/** Gives up on Temporal where it does not respond in time. */
const patient = (scheduler: AggregationScheduler): Pick<AggregationScheduler, 'workflows'> => ({
  async workflows(namespace) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const error = new SchedulerUnavailable(`Temporal did not respond within ${temporalMillis} ms.`)
      timer = setTimeout(() => reject(error), temporalMillis)
    })
    try {
      return await Promise.race([scheduler.workflows(namespace), late])
    } finally {
      clearTimeout(timer)
    }
  },
})

/**
 * The workflows of a namespace that are not counted, for who may see it: callers have asked. `null` if no organisation
 * has the namespace. Throws StoreUnavailable.
 */
export async function uncountedOf(namespace: string): Promise<UncountedFound> {
  const { scheduler, store } = container().ports.scoreboard
  try {
    return await inTime(findUncounted(namespace, { scheduler: patient(scheduler), store }))
  } catch (error) {
    if (isSchedulerUnavailable(error)) return 'away'
    throw error
  }
}

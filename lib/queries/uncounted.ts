import 'server-only'
import { isSchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { findUncounted, type Uncounted } from '@/lib/core/scoreboard/uncounted'
import { container } from '@/lib/server/container'
import { inTime } from './storage-away'

/** What Temporal has in a namespace and no statistics count; `away` while Temporal does not respond. */
export type UncountedFound =
  | { readonly uncounted: readonly Uncounted[]; readonly lookedAt: number; readonly hasMore: boolean }
  | 'away'
  | null

/**
 * The workflows of a namespace that are not counted, for who may see it: callers have asked. `null` if no organisation
 * has the namespace. Throws StoreUnavailable.
 */
export async function uncountedOf(namespace: string): Promise<UncountedFound> {
  try {
    return await inTime(findUncounted(namespace, container().ports.scoreboard))
  } catch (error) {
    if (isSchedulerUnavailable(error)) return 'away'
    throw error
  }
}

import { useSyncExternalStore } from 'react'
import { noRecent, type RecentSession, readRecent, subscribeRecent } from '../start/recent-store'

/**
 * Runs that a form offers, newest first: those listed by the service for readers who may see all, else those of this
 * browser. Empty until hydration.
 */
export function useKnownRuns(listed: readonly RecentSession[] | null): readonly RecentSession[] {
  const own = useSyncExternalStore(subscribeRecent, readRecent, noRecent)
  return listed ?? [...own].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

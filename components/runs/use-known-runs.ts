import { useSyncExternalStore } from 'react'
import { noRecent, type RecentSession, readRecent, subscribeRecent } from '../start/recent-store'

/**
 * The runs that a form offers: those that the service listed, for who may see all of them, else those of this browser, newest
 * first. None until the page is in use.
 */
export function useKnownRuns(listed: readonly RecentSession[] | null): readonly RecentSession[] {
  const own = useSyncExternalStore(subscribeRecent, readRecent, noRecent)
  return listed ?? [...own].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

import { LRUCache } from 'lru-cache'

/** Sessions in which the reference wallet answered, by the digest of their settings. */
export interface ReferenceRuns {
  get(settings: string): string | undefined
  set(settings: string, sessionId: string): void
}

/** How many to remember; for older ones the wallet runs again. */
const runsMax = 1000

/** Remembers them in this process: after a restart the wallet runs again where somebody asks. */
export function createReferenceRuns(): ReferenceRuns {
  const runs = new LRUCache<string, string>({ max: runsMax })
  return {
    get: (settings) => runs.get(settings),
    set: (settings, sessionId) => {
      runs.set(settings, sessionId)
    },
  }
}

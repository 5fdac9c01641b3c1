import { useSyncExternalStore } from 'react'
import type { SWRConfiguration } from 'swr'

const never = () => () => {}

/**
 * `later` once hydrated, `first` until then: in the server's HTML, and if no script runs. The first render in the
 * browser thus equals the server's.
 */
export const useInBrowser = <Value>(later: () => Value, first: () => Value): Value =>
  useSyncExternalStore(never, later, first)

const yes = () => true

const no = () => false

/** Whether the page is hydrated. */
export const useIsInBrowser = (): boolean => useInBrowser(yes, no)

/**
 * `useSWR` settings that poll every `millis` milliseconds while the page is visible, and immediately when it becomes
 * visible. SWR stops polling after an error; this continues, because most errors are temporary.
 */
export const pollEvery = (millis: number): SWRConfiguration => ({
  refreshInterval: millis,
  refreshWhenHidden: false,
  // Report failed polls: silence would look like no news.
  refreshWhenOffline: true,
  focusThrottleInterval: 500,
  dedupingInterval: 500,
  onErrorRetry: (_error, _key, _config, ask) => void setTimeout(ask, millis),
})

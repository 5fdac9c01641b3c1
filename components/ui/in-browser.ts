import { useSyncExternalStore } from 'react'
import type { SWRConfiguration } from 'swr'

const never = () => () => {}

/**
 * `later` once the page runs in the browser, `first` until then: in the HTML of the server, and where no script runs. So the first
 * text in the browser is that of the server, and hydration changes nothing.
 */
export const useInBrowser = <Value>(later: () => Value, first: () => Value): Value =>
  useSyncExternalStore(never, later, first)

const yes = () => true

const no = () => false

/** Whether the page runs in the browser. */
export const useIsInBrowser = (): boolean => useInBrowser(yes, no)

/**
 * Settings of `useSWR` that ask every `millis` milliseconds while the page is visible, and at once when it becomes so. SWR stops
 * asking after an error: here it asks on, for an error that ends is the usual one.
 */
export const pollEvery = (millis: number): SWRConfiguration => ({
  refreshInterval: millis,
  refreshWhenHidden: false,
  // Say so when polling fails; silence would look as if nothing happened.
  refreshWhenOffline: true,
  focusThrottleInterval: 500,
  dedupingInterval: 500,
  onErrorRetry: (_error, _key, _config, ask) => void setTimeout(ask, millis),
})

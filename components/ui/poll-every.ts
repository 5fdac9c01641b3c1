import type { SWRConfiguration } from 'swr'

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

import { useSyncExternalStore } from 'react'

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

// Client: only the browser knows whether a script keeps the page up to date.
'use client'

import { useIsInBrowser } from './in-browser'
import { LocalTime } from './time'

interface LiveWordsProps {
  /** Whether the last poll failed. */
  readonly lost: boolean
  /** Time of rendering, epoch milliseconds. */
  readonly at: number
  /** What is told in place of `Live`, by pages that know more. */
  readonly words?: React.ReactNode
}

/** Says that a page updates itself. Without a script it does not, so it says how old it is. */
export function LiveWords({ lost, at, words = 'Live' }: LiveWordsProps) {
  const isInBrowser = useIsInBrowser()
  if (lost) return <span>Connection lost, trying again</span>
  if (isInBrowser) return <span>{words}</span>
  return (
    <span>
      As of <LocalTime at={new Date(at).toISOString()} to="second" />. Reload for more.
    </span>
  )
}

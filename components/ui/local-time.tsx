// Client: only the browser knows the reader's zone.
'use client'

import { useInBrowser } from './in-browser'
import { localInstant, utcInstant } from './instant-words'

interface LocalTimeProps {
  /** The instant, RFC 3339. */
  readonly at: string
  /** The smallest unit that is shown; the title has the whole instant. */
  readonly to?: 'minute' | 'second'
}

/** An instant in the reader's zone, which it names; in UTC on hover, and wherever nothing runs in the browser. */
export function LocalTime({ at, to = 'minute' }: LocalTimeProps) {
  const words = useInBrowser(
    () => localInstant(at, to),
    () => utcInstant(at, to),
  )
  return (
    <time dateTime={at} title={utcInstant(at)} className="tabular-nums">
      {words}
    </time>
  )
}

// Client: only the browser knows the reader's zone.
'use client'

import { useSyncExternalStore } from 'react'
import { localInstant, utcInstant } from './instant-words'

const never = () => () => {}

interface LocalTimeProps {
  /** The instant, RFC 3339. */
  readonly at: string
  /** The smallest unit that is shown; the title has the whole instant. */
  readonly to?: 'minute' | 'second'
}

/** An instant in the reader's zone, which it names; in UTC on hover, and wherever nothing runs in the browser. */
export function LocalTime({ at, to = 'minute' }: LocalTimeProps) {
  // The first text is that of the server, so that hydration changes nothing.
  const words = useSyncExternalStore(
    never,
    () => localInstant(at, to),
    () => utcInstant(at, to),
  )
  return (
    <time dateTime={at} title={utcInstant(at)} className="tabular-nums">
      {words}
    </time>
  )
}

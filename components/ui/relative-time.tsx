// Client: the text changes while the page stays open.
'use client'

import { useLayoutEffect, useState } from 'react'
import { utcInstant } from './instant-words'

const steps: readonly (readonly [limitSeconds: number, unitSeconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [Number.POSITIVE_INFINITY, 86_400, 'day'],
]
const format = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })

/** An instant as relative time, e.g. `6 min. ago`. Both in epoch milliseconds. */
function distance(from: number, to: number): string {
  const seconds = Math.round((to - from) / 1000)
  for (const [limit, size, unit] of steps) {
    if (Math.abs(seconds) < limit) return format.format(Math.trunc(seconds / size), unit)
  }
  return ''
}

/** The page opened last: when the server rendered it, and the browser's clock at that time. */
let page = { made: 0, opened: 0 }

/**
 * The current time, epoch milliseconds. The reader's clock may be wrong, so it counts on from the server's time, also
 * for content rendered long after the page was opened.
 */
function countedOn(made: number): number {
  if (typeof window === 'undefined') return made
  if (page.made !== made) page = { made, opened: performance.now() }
  return made + performance.now() - page.opened
}

interface RelativeTimeProps {
  /** The instant, RFC 3339. */
  readonly at: string
  /**
   * When the page was rendered, epoch milliseconds. The first text is the server's, so that hydration changes nothing.
   */
  readonly now: number
}

/** An instant as distance from now; the exact UTC instant on hover. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  const instant = Date.parse(at)
  const [words, setWords] = useState(() => distance(now, instant))
  useLayoutEffect(() => {
    const count = () => setWords(distance(countedOn(now), instant))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [now, instant])
  return (
    <time dateTime={at} title={utcInstant(at)}>
      {words}
    </time>
  )
}

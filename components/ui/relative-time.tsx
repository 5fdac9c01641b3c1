// Client: the words change while the page stays open.
'use client'

import { useLayoutEffect, useState } from 'react'

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

/** The page that was opened last: when the server made it, and what the browser's own clock said then. */
let page = { made: 0, opened: 0 }

/**
 * What time it is, epoch milliseconds. The reader's clock may be wrong: it counts on from the server's instant, also for
 * what is drawn long after the page was opened.
 */
function countedOn(made: number): number {
  if (typeof window === 'undefined') return made
  if (page.made !== made) page = { made, opened: performance.now() }
  return made + performance.now() - page.opened
}

interface RelativeTimeProps {
  /** The instant, RFC 3339. */
  readonly at: string
  /** When the page was rendered, epoch milliseconds: the first text is the server's, so that nothing jumps. */
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
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {words}
    </time>
  )
}

// Client: only the browser knows the reader's zone, and the text changes while the page stays open.
'use client'

import { useEffect, useLayoutEffect, useState } from 'react'
import { useInBrowser } from './in-browser'

/** Smallest unit shown of an instant. */
export type InstantUnit = 'minute' | 'second'

const lengths: Readonly<Record<InstantUnit, number>> = { minute: 16, second: 19 }

/** An RFC 3339 instant in UTC, e.g. `2026-11-14 09:41 UTC`; to the millisecond without a unit. */
export const utcInstant = (at: string, to?: InstantUnit): string =>
  `${(to === undefined ? at.replace('Z', '') : at.slice(0, lengths[to])).replace('T', ' ')} UTC`

/**
 * An instant in a time zone, by default the browser's, e.g. `2026-11-14 10:41 CET`. Text that is no instant is returned
 * unchanged.
 */
export function localInstant(at: string, to: InstantUnit, timeZone?: string): string {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return at
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const time = `${of('hour')}:${of('minute')}${to === 'second' ? `:${of('second')}` : ''}`
  return `${of('year')}-${of('month')}-${of('day')} ${time} ${of('timeZoneName')}`
}

interface LocalTimeProps {
  /** RFC 3339. */
  readonly at: string
  /** Smallest unit shown; the title has the whole instant. */
  readonly to?: 'minute' | 'second'
}

/** An instant in the reader's zone with the zone's name; in UTC on hover and before hydration. */
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

const steps: readonly (readonly [limitSeconds: number, unitSeconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [Number.POSITIVE_INFINITY, 86_400, 'day'],
]

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })

/** Relative time, e.g. `6 min. ago`. Both arguments in epoch milliseconds. */
function distance(from: number, to: number): string {
  const seconds = Math.round((to - from) / 1000)
  for (const [limit, size, unit] of steps) {
    if (Math.abs(seconds) < limit) return format.format(Math.trunc(seconds / size), unit)
  }
  return ''
}

/** The current page: its rendering time, and the browser's clock when it was opened. */
let page = { made: 0, opened: 0 }

/**
 * Current time, epoch milliseconds. The reader's clock may be wrong, so this counts on from the server's time, also for
 * content rendered long after the page was opened.
 */
function countedOn(made: number): number {
  if (typeof window === 'undefined') return made
  if (page.made !== made) page = { made, opened: performance.now() }
  return made + performance.now() - page.opened
}

interface RelativeTimeProps {
  /** RFC 3339. */
  readonly at: string
  /** Time of rendering, epoch milliseconds. The first text is the server's, so that hydration changes nothing. */
  readonly now: number
  /** Only how long it is: `6 min` in a column of ages. */
  readonly isAge?: boolean
}

/** Relative time of an instant, which screen readers do not announce as it passes; the exact UTC time on hover. */
export function RelativeTime({ at, now, isAge = false }: RelativeTimeProps) {
  const instant = Date.parse(at)
  const [words, setWords] = useState(() => distance(now, instant))
  useLayoutEffect(() => {
    const count = () => setWords(distance(countedOn(now), instant))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [now, instant])
  return (
    <time dateTime={at} title={utcInstant(at)} aria-live="off">
      {isAge ? words.replace(/\.? ago$/, '') : words}
    </time>
  )
}

/** Milliseconds as `m:ss`, never negative. */
function minutesLeft(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface TimeLeftProps {
  /** Deadline, RFC 3339. */
  readonly until: string
  /** What the time is left for. */
  readonly before: string
  /** Page title, prefixed in the browser tab by the remaining time. */
  readonly title: string
  /** Time of rendering, epoch milliseconds: the reader's clock may be wrong. */
  readonly now: number
}

/** Counts down to an instant, without a word from screen readers. */
export function TimeLeft({ until, before, title, now }: TimeLeftProps) {
  const left = Date.parse(until) - now
  const [shown, setShown] = useState(() => minutesLeft(left))
  useEffect(() => {
    const opened = performance.now()
    const count = () => {
      const words = minutesLeft(left - (performance.now() - opened))
      setShown(words)
      document.title = `${words} · ${title}`
    }
    count()
    const timer = setInterval(count, 1000)
    return () => {
      clearInterval(timer)
      document.title = title
    }
  }, [left, title])
  return (
    <>
      {before}{' '}
      <time dateTime={until} title={utcInstant(until)} aria-live="off" className="tabular-nums">
        {shown}
      </time>
    </>
  )
}

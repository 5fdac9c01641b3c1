// Client: polls the session's revision while the page is visible, and rerenders on the server when it changed.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { isObject } from '@/lib/core/shared/values/json'
import { Icon } from '../ui/icon'
import { pollEvery, useIsInBrowser } from '../ui/in-browser'
import { LiveWords } from '../ui/live-words'

interface LiveRefreshProps {
  readonly revisionUrl: string
  /** Revision shown by this page. */
  readonly revision: string
  readonly exchangeCount: number
  /** Noun for what is counted, singular and plural; defaults to exchanges. */
  readonly arriving?: readonly [one: string, several: string]
  /** How long to keep polling for new exchanges; 0 if the session is over. */
  readonly liveForMillis: number
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
  /** Where the session stands, in place of `Live`. */
  readonly standing?: ReactNode
  /** Told once the session is over. */
  readonly ended?: string | undefined
}

async function fetchRevision(url: string): Promise<string> {
  const body: unknown = await (await fetch(url, { headers: { accept: 'application/json' } })).json()
  // An error has none.
  if (!isObject(body) || typeof body.revision !== 'string') throw new Error('No revision')
  return body.revision
}

/**
 * Asks for the revision once a second, but not while the page is hidden, and draws the page anew when it is another one.
 * @param url `null` to stop
 */
export function useRevision(url: string | null, revision: string): { readonly error: unknown } {
  const router = useRouter()
  const { data, error } = useSWR(url, fetchRevision, pollEvery(1000))
  useEffect(() => {
    if (data !== undefined && data !== revision) router.refresh()
  }, [data, revision, router])
  return { error }
}

/** Keeps a page up to date: polls once a second, but not while it is hidden or paused, or once the session is over. */
export function LiveRefresh({
  revisionUrl,
  revision,
  exchangeCount,
  arriving: [one, several] = ['exchange', 'exchanges'],
  liveForMillis,
  now,
  standing,
  ended = 'Ended.',
}: LiveRefreshProps) {
  const router = useRouter()
  const [paused, setPaused] = useState(false)
  const [over, setOver] = useState(liveForMillis <= 0)
  const isInBrowser = useIsInBrowser()
  const asking = !paused && !over
  const { error } = useRevision(asking ? revisionUrl : null, revision)

  useEffect(() => {
    setOver(liveForMillis <= 0)
    if (liveForMillis <= 0) return
    // Timers hold at most 2^31 - 1 ms. The last refresh shows the state in which the session ended.
    const timer = setTimeout(
      () => {
        setOver(true)
        router.refresh()
      },
      Math.min(liveForMillis + 500, 2_147_483_647),
    )
    return () => clearTimeout(timer)
  }, [liveForMillis, router])

  const announcement = useArrivals(exchangeCount, one, several)
  return (
    <span className="inline-flex min-h-6 items-center gap-1.5 print:hidden">
      {asking && isInBrowser && (
        <span className={`size-2 rounded-full ${error ? 'bg-warn-mark' : 'animate-live bg-accent-mark'}`} />
      )}
      {over || paused ? (
        <span>{over ? ended : 'Paused'}</span>
      ) : (
        <LiveWords lost={error !== undefined} at={now} words={standing} />
      )}
      {!over && isInBrowser && (
        <button
          type="button"
          onClick={() => setPaused(!paused)}
          aria-label={paused ? 'Resume live view' : 'Pause live view'}
          className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Icon name={paused ? 'play' : 'pause'} className="size-3.5" />
        </button>
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </span>
  )
}

/** Announces how many exchanges (or other items) arrived since the last announcement. */
function useArrivals(exchangeCount: number, one: string, several: string): string {
  const known = useRef(exchangeCount)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const arrived = exchangeCount - known.current
    known.current = exchangeCount
    if (arrived > 0) setAnnouncement(`${arrived} new ${arrived === 1 ? one : several}, ${exchangeCount} in all`)
  }, [exchangeCount, one, several])
  return announcement
}

interface AfterIdleProps {
  /** Idle time at rendering. */
  readonly idleMillis: number
  readonly limitMillis: number
  readonly children: ReactNode
}

/** Shows its children after a period without activity. */
export function AfterIdle({ idleMillis, limitMillis, children }: AfterIdleProps) {
  const [idle, setIdle] = useState(idleMillis >= limitMillis)
  useEffect(() => {
    setIdle(idleMillis >= limitMillis)
    if (idleMillis >= limitMillis) return
    const timer = setTimeout(() => setIdle(true), limitMillis - idleMillis)
    return () => clearTimeout(timer)
  }, [idleMillis, limitMillis])
  return idle ? children : null
}

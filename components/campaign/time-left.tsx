// Client: counts down while the page stays open, here and in the browser's tab.
'use client'

import { useEffect, useState } from 'react'

/** Milliseconds as `m:ss`, never negative. */
function minutesLeft(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface TimeLeftProps {
  /** When the time is over, RFC 3339. */
  readonly until: string
  /** What the time is left for. */
  readonly before: string
  /** Title of the page: the tab shows the time before it. */
  readonly title: string
  /** When the page was rendered, epoch milliseconds: the reader's clock may be wrong. */
  readonly now: number
}

/** Counts down to an instant. */
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
      {before} <time className="tabular-nums">{shown}</time>
    </>
  )
}

// Client: only the browser knows that a page is on its way.
'use client'

import Link, { useLinkStatus } from 'next/link'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Fetched when a page lets its reader wait: most never do. */
const BoardSkeleton = lazy(async () => ({ default: (await import('./board-skeleton')).BoardSkeleton }))

/** A link to the scoreboard, which shows its outline until it has come. */
export function ScoreboardLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link prefetch={false} {...rest}>
      {children}
      <Arriving />
    </Link>
  )
}

/**
 * A `loading.tsx` would send the outline with each page, and the rows after it, for a script to put in its place: without
 * JavaScript nobody would see them.
 */
function Arriving() {
  const { pending } = useLinkStatus()
  return pending && <Outline />
}

/** A page that comes sooner than this, in milliseconds, is not announced: an outline that flashes is worse than none. */
const patienceMillis = 120

function Outline() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMillis)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  const main = document.getElementById('main')
  return (
    main &&
    createPortal(
      <Suspense fallback={null}>
        <BoardSkeleton />
      </Suspense>,
      main,
    )
  )
}

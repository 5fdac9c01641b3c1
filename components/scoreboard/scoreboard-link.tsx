// Client: only the browser knows that a navigation is under way.
'use client'

import Link, { useLinkStatus } from 'next/link'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Loaded only if a navigation takes long, which is rare. */
const BoardSkeleton = lazy(async () => ({ default: (await import('./board-skeleton')).BoardSkeleton }))

/** Link to the scoreboard that shows a placeholder until the page arrives. */
export function ScoreboardLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link prefetch={false} {...rest}>
      {children}
      <Arriving />
    </Link>
  )
}

/**
 * Replaces a `loading.tsx`, which would send the placeholder first and leave it to a script to swap in the rows:
 * without JavaScript nobody would see them.
 */
function Arriving() {
  const { pending } = useLinkStatus()
  return pending && <Outline />
}

/** Faster navigations (in milliseconds) show no placeholder, because a flash is worse than none. */
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

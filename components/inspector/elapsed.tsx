// Client: keeps counting between two server renders.
'use client'

import { useEffect, useState } from 'react'

/** A running count of seconds, starting from `millis` when the page was rendered. */
export function Elapsed({ millis }: { readonly millis: number }) {
  const [shown, setShown] = useState(millis)
  useEffect(() => {
    const opened = performance.now()
    setShown(millis)
    const timer = setInterval(() => setShown(millis + performance.now() - opened), 1000)
    return () => clearInterval(timer)
  }, [millis])
  const seconds = Math.floor(shown / 1000)
  return <span className="tabular-nums">{seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}</span>
}

// Client: only the browser knows which rows can be seen.
'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface TimelineRowsProps {
  /** The exchange that the page shows; `null` for none. */
  readonly chosenExchangeId: string | null
  readonly children: ReactNode
}

/**
 * The rows of the timeline. They scroll by themselves, so that the exchange which the page shows is on the first screen: at first in
 * the middle of them, later wherever it can be seen.
 */
export function TimelineRows({ chosenExchangeId, children }: TimelineRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    const rows = list.current
    const row = rows?.querySelector<HTMLElement>('[aria-current=true]')
    if (!rows || !row || chosenExchangeId === null) return
    const top = row.offsetTop
    const isSeen = top >= rows.scrollTop && top + row.offsetHeight <= rows.scrollTop + rows.clientHeight
    if (!isOpen.current || !isSeen) rows.scrollTop = top - (rows.clientHeight - row.offsetHeight) / 2
    isOpen.current = true
  }, [chosenExchangeId])
  return (
    <ol
      ref={list}
      id="timeline-rows"
      className="relative overflow-y-auto py-1 text-sm max-md:max-h-[60dvh] md:max-h-[max(320px,calc(100dvh-540px))]"
      data-rows=""
    >
      {children}
    </ol>
  )
}

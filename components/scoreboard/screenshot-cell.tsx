// Client: replaces a picture that cannot be loaded by text, and enlarges others on this page.
'use client'

import { useEffect, useRef, useState } from 'react'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Nothing } from './entity-list'

interface ScreenshotCellProps {
  readonly row: ScoreboardRow
  /** Enlarges it; without this, or without JavaScript, the link opens the picture. */
  readonly onOpen?: ((row: ScoreboardRow) => void) | undefined
}

/** The first screenshot of the latest success. */
export function ScreenshotCell({ row, onOpen }: ScreenshotCellProps) {
  const [broken, setBroken] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  // Loading may have failed before hydration.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(true)
  }, [])
  const execution = row.expand.latest_successful_execution
  const [name] = execution?.screenshots ?? []
  if (execution === undefined || name === undefined || broken) return <Nothing />
  return (
    <a
      href={paths.artifact(execution.id, name)}
      aria-label={`Screenshot of ${row.expand.pipeline?.name ?? 'this pipeline'}`}
      className="block h-16 w-18 overflow-hidden md:w-20 rounded-sm border border-line-strong bg-sunk"
      onClick={(event) => {
        if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen(row)
      }}
    >
      {/* biome-ignore lint/performance/noImgElement: the storage makes the thumbnail */}
      <img
        ref={picture}
        src={paths.artifact(execution.id, name, '80x80t')}
        alt=""
        width={80}
        height={64}
        loading="lazy"
        onError={() => setBroken(true)}
        className="size-full object-cover object-top"
      />
    </a>
  )
}

// Client: a dialog over the page.
'use client'

import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { LocalTime } from '../ui/time'

interface LightboxProps {
  /** Rows of the page; the viewer steps through those with screenshots. */
  readonly rows: readonly ScoreboardRow[]
  readonly start: ScoreboardRow
  readonly onClose: () => void
}

/** Full-size screenshots, one after another. The browser traps the focus and restores it. */
export function Lightbox({ rows, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pictures = rows.flatMap((row) =>
    (row.expand.latest_successful_execution?.screenshots ?? []).map((name) => ({ row, name })),
  )
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ row }) => row.id === start.id),
    ),
  )
  useEffect(() => dialog.current?.showModal(), [])
  const current = pictures[place]
  const execution = current?.row.expand.latest_successful_execution
  const move = (by: number) => setPlace((before) => Math.min(pictures.length - 1, Math.max(0, before + by)))
  const pipeline = current?.row.expand.pipeline
  return (
    <dialog
      ref={dialog}
      aria-label="Screenshot"
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        // A press beside the dialog is one on its backdrop: its own parts cover all of it.
        if (target === currentTarget) currentTarget.close()
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') move(-1)
        if (key === 'ArrowRight') move(1)
      }}
      className="m-auto w-[min(960px,calc(100vw-24px))] rounded-md border border-line-strong bg-surface text-ink backdrop:bg-black/75"
    >
      {current && execution && (
        <figure className="grid gap-3 p-4">
          {broken.has(current.name) ? (
            <p className="bg-sunk p-6 text-ink-2">This picture could not be loaded.</p>
          ) : (
            // biome-ignore lint/performance/noImgElement: the file is shown as stored
            <img
              src={paths.artifact(execution.id, current.name)}
              alt={`Screenshot of the latest success of ${pipeline?.name ?? 'this pipeline'}`}
              onError={() => setBroken((before) => new Set([...before, current.name]))}
              // Its size is unknown: the box stays the same before it arrives, and from one to the next.
              className="h-[70dvh] w-full bg-sunk object-contain"
            />
          )}
          <figcaption className="flex flex-wrap items-center gap-2 text-sm">
            <span className="mr-auto min-w-0 wrap-anywhere">
              <span dir="auto" className="font-medium">
                {pipeline?.name}
              </span>
              <span className="text-ink-2">
                , <LocalTime at={execution.started_at} />
              </span>
            </span>
            <span className="flex items-center gap-2">
              <span role="status" className="text-ink-2 tabular-nums">{`${place + 1} of ${pictures.length}`}</span>
              <button type="button" className={buttonClass()} disabled={place === 0} onClick={() => move(-1)}>
                <Icon name="left" />
                Previous
              </button>
              <button
                type="button"
                className={buttonClass()}
                disabled={place >= pictures.length - 1}
                onClick={() => move(1)}
              >
                Next
                <Icon name="right" />
              </button>
            </span>
            <span className="flex items-center gap-2">
              {pipeline && (
                <Link className={buttonClass()} href={paths.pipeline(pipeline.path)} prefetch={false}>
                  Open evidence
                </Link>
              )}
              <button type="button" className={buttonClass()} onClick={() => dialog.current?.close()}>
                Close
              </button>
            </span>
          </figcaption>
        </figure>
      )}
    </dialog>
  )
}

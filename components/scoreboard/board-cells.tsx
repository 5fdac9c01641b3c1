// Client: opens lists of hundreds of checks on demand, replaces a picture that cannot be loaded by text, and enlarges others on this page.
'use client'

import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { instantOf, type ScoreboardCheck, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { type EpochMillis, toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'
import { Popover } from '../ui/popover'
import { RelativeTime } from '../ui/time'
import { bySuite, Checks, EmptyCell, type SuiteChecks, SuiteWords } from './entity-list'
import { Logo } from './logo'

/** Suites shown at once. */
const suitesMax = 3

interface ChecksCellProps {
  readonly checks: readonly ScoreboardCheck[]
  /** Path of the pipeline, whose page lists the checks without JavaScript too. */
  readonly pipeline: string | undefined
}

/** Number of checks per suite, with names on demand. */
export function ChecksCell({ checks, pipeline }: ChecksCellProps) {
  if (checks.length === 0) return <EmptyCell />
  const suites = bySuite(checks)
  const rest = suites.length - suitesMax
  return (
    <div className="grid gap-1 text-xs">
      <SuiteButtons suites={suites.slice(0, suitesMax)} pipeline={pipeline} />
      {rest > 0 && (
        <Popover
          label="Conformance checks"
          className="link inline-flex min-h-6 w-fit items-center"
          summary={
            <>
              {`+${rest}`}
              <span className="sr-only"> more: Conformance checks</span>
            </>
          }
        >
          <SuiteButtons suites={suites} pipeline={pipeline} />
        </Popover>
      )}
    </div>
  )
}

function SuiteButtons({
  suites,
  pipeline,
}: {
  readonly suites: readonly SuiteChecks[]
  readonly pipeline: string | undefined
}) {
  return (
    <ul className="grid gap-1">
      {suites.map(([suite, checks]) => (
        <li key={suite}>
          <SuiteButton suite={suite} checks={checks} pipeline={pipeline} />
        </li>
      ))}
    </ul>
  )
}

interface SuiteButtonProps extends ChecksCellProps {
  readonly suite: string
}

function SuiteButton({ suite, checks, pipeline }: SuiteButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      label={suite}
      className="text-left"
      summary={<SuiteWords suite={suite} count={checks.length} />}
      onOpen={() => setOpened(true)}
    >
      {opened ? (
        <Checks checks={checks} />
      ) : (
        pipeline !== undefined && (
          <a className="link" href={paths.pipeline(pipeline)}>
            All checks of this pipeline
          </a>
        )
      )}
    </Popover>
  )
}

interface ScreenshotCellProps {
  readonly row: ScoreboardRow
  /** Enlarges the picture; without it, or without JavaScript, the link opens the file. */
  readonly onOpen?: ((row: ScoreboardRow) => void) | undefined
}

/** First screenshot of the latest success. */
export function ScreenshotCell({ row, onOpen }: ScreenshotCellProps) {
  const [broken, setBroken] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  // Loading may have failed before hydration.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(true)
  }, [])
  const execution = row.expand.latest_successful_execution
  const [name] = execution?.screenshots ?? []
  if (execution === undefined || name === undefined || broken) return <EmptyCell />
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

/** A day in UTC. */
const dayOf = (at: EpochMillis): string => toIso(at).slice(0, 10)

/** Name of a pipeline, linked to its page; its owner, and its last run (for a private pipeline only the day). */
export function PipelineCell({ row, now }: { readonly row: ScoreboardRow; readonly now: number }) {
  const { pipeline } = row.expand
  const owner = pipeline?.expand.owner
  const last = instantOf(row.last_execution_date)
  return (
    <div className="text-sm font-normal">
      {pipeline === undefined ? (
        <span className="text-ink-2 italic">Private pipeline</span>
      ) : (
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          dir="auto"
          title={pipeline.name}
          className="line-clamp-2 font-medium wrap-anywhere hover:underline"
        >
          {pipeline.name}
        </Link>
      )}
      <span className="mt-0.5 block text-xs wrap-anywhere text-ink-3">
        {owner && (
          <a
            className="hover:underline"
            dir="auto"
            href={paths.scoreboard(`?${new URLSearchParams({ org: owner.canonified_name })}`)}
          >
            {owner.logo !== '' && (
              <span className="mr-1 inline-block align-[-4px]">
                <Logo address={owner.logo} otherwise={null} />
              </span>
            )}
            {owner.name}
          </a>
        )}
        {pipeline && last !== null && ' · '}
        {pipeline && last !== null && <RelativeTime at={toIso(last)} now={now} />}
        {!pipeline && last !== null && <time dateTime={dayOf(last)}>{`last run ${dayOf(last)}`}</time>}
        {row.stale_since !== '' && ' · partly older'}
      </span>
    </div>
  )
}

// Client: a list of hundreds of checks is only rendered when opened.
'use client'

import { useState } from 'react'
import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Popover } from '../ui/popover'
import { Avatar } from './avatar'
import { Nothing } from './entity-list'

/** Suites that a cell shows at once. */
const suitesMax = 3

interface ChecksCellProps {
  readonly checks: readonly ScoreboardCheck[]
  /** The path of the pipeline, whose page lists the checks without JavaScript too. */
  readonly pipeline: string | undefined
}

/** Checks by suite: how many of each, with the names on demand. */
export function ChecksCell({ checks, pipeline }: ChecksCellProps) {
  if (checks.length === 0) return <Nothing />
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

/** All checks by suite, for a page that has room for them. */
export function CheckList({ checks }: Pick<ChecksCellProps, 'checks'>) {
  return (
    <ul className="grid gap-1 text-xs">
      {bySuite(checks).map(([suite, list]) => (
        <li key={suite}>
          <details>
            <summary className="block">
              <SuiteWords suite={suite} count={list.length} />
            </summary>
            <div className="mt-1 max-h-64 overflow-y-auto pl-6">
              <Checks checks={list} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

type SuiteChecks = readonly [suite: string, checks: readonly ScoreboardCheck[]]

function bySuite(checks: readonly ScoreboardCheck[]): SuiteChecks[] {
  const suites = new Map<string, ScoreboardCheck[]>()
  for (const check of checks) {
    const suite = suiteOf(check)
    const known = suites.get(suite)
    if (known === undefined) suites.set(suite, [check])
    else known.push(check)
  }
  return [...suites]
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

function SuiteWords({ suite, count }: { readonly suite: string; readonly count: number }) {
  return (
    <span className="flex min-h-6 items-start gap-1.5">
      <Avatar name={suite} />
      <span className="min-w-0 wrap-anywhere hover:underline">
        <bdi>{suite}</bdi> <span className="text-ink-3 tabular-nums">{count}</span>
        <span className="sr-only">{count === 1 ? ' check' : ' checks'}</span>
      </span>
    </span>
  )
}

/** An address of ours, or one of the web: whatever else is in the catalogue is not put into a link. */
const isFollowable = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/.test(url)

function Checks({ checks }: Pick<ChecksCellProps, 'checks'>) {
  return (
    <ul className="grid gap-1">
      {checks.map(({ path, title, url }) => (
        <li key={path} className="wrap-anywhere">
          {isFollowable(url) ? (
            <a className="link" href={url} dir="auto">
              {title || path}
            </a>
          ) : (
            <bdi title={path}>{title || path}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}

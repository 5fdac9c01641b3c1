// Client: renders a list of hundreds of checks only when opened.
'use client'

import { useState } from 'react'
import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Popover } from '../ui/popover'
import { bySuite, Checks, type SuiteChecks, SuiteWords } from './check-suites'
import { Nothing } from './entity-list'

/** How many suites a cell shows at once. */
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

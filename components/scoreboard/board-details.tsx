// Client: asks for the last failure when a row is opened, and draws lists of hundreds of checks on demand.
'use client'

import { type ReactNode, useState } from 'react'
import useSWR from 'swr'
import { countWords } from '@/lib/core/scoreboard/rows/row-words'
import { instantOf, type ScoreboardCheck, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { type EpochMillis, toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'
import { Popover } from '../ui/popover'
import { RelativeTime } from '../ui/time'
import { ScreenshotCell } from './board-cells'
import { type BoardMeta, boardColumns } from './board-columns'
import { bySuite, Checks, Names, SuiteWords } from './entity-list'
import type { LastFailure } from './last-failure'
import { Logo } from './logo'

interface BoardDetailsProps {
  readonly row: ScoreboardRow
  readonly meta: BoardMeta
  /** Whether the row is open in a page with script. */
  readonly opened: boolean
}

/** What a line has no room for: who owns the pipeline, its exact rate, who ran it, its last failure, and all names. */
export function BoardDetails({ row, meta, opened }: BoardDetailsProps) {
  const { pipeline, wallets } = row.expand
  const owner = pipeline?.expand.owner
  const last = instantOf(row.last_execution_date)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {owner !== undefined && (
        <Fact words="Organisation">
          <a
            className="target inline-flex! items-center gap-1.5 hover:underline"
            href={paths.scoreboard(`?${new URLSearchParams({ org: owner.canonified_name })}`)}
          >
            {owner.logo !== '' && <Logo address={owner.logo} otherwise={null} />}
            <bdi>{owner.name}</bdi>
          </a>
        </Fact>
      )}
      <Fact words="Success rate">
        <span className="tabular-nums">{rateSentence(row)}</span>
      </Fact>
      {last !== null && (
        <Fact words="Last run">
          {pipeline === undefined ? (
            <time dateTime={dayOf(last)}>{dayOf(last)}</time>
          ) : (
            <RelativeTime at={toIso(last)} now={meta.now} />
          )}
        </Fact>
      )}
      {pipeline !== undefined && row.total_successes < row.total_runs && (
        <Fact words="Last failure">
          <LastFailureWords path={pipeline.path} opened={opened} now={meta.now} />
        </Fact>
      )}
      {row.expand.latest_successful_execution !== undefined && (
        <div className="md:hidden">
          <Fact words="Screenshot">
            <ScreenshotCell row={row} onOpen={meta.openScreenshot} />
          </Fact>
        </div>
      )}
      {boardColumns.map(({ id, header, items }) => {
        const all = items?.(row) ?? []
        if (all.length === 0 || id === 'conformance_checks') return null
        return (
          <Fact key={id} words={header}>
            <Names items={all} />
            {id === 'wallets' && row.external_wallet_version && <p className="text-ink-3">external install</p>}
          </Fact>
        )
      })}
      {wallets.length === 0 && row.external_wallet_version && <Fact words="Wallets">external install</Fact>}
      {row.expand.conformance_checks.length > 0 && (
        <Fact words="Conformance checks">
          <ul className="grid gap-1">
            {bySuite(row.expand.conformance_checks).map(([suite, checks]) => (
              <li key={suite}>
                <SuiteButton suite={suite} checks={checks} pipeline={pipeline?.path} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 max-w-[360px]">
      <dt className="text-xs text-ink-3">{words}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A day in UTC. */
const dayOf = (at: EpochMillis): string => toIso(at).slice(0, 10)

/** The exact rate and who started the runs, e.g. `86.67 % of 15: 9 by hand, 4 scheduled, 2 by CI`. */
export function rateSentence(row: ScoreboardRow): string {
  const { total_runs: runs, total_successes: successes } = row
  const started = [
    ['by hand', row.manually_executed_runs],
    ['scheduled', row.scheduled_runs],
    ['by CI', row.CI_runs],
  ] as const
  const ways = started.flatMap(([words, count]) => (count === 0 ? [] : `${countWords(count)} ${words}`))
  const rate = runs < 5 ? `${successes} of ${runs}` : `${row.success_rate.toFixed(2)} % of ${countWords(runs)}`
  return [
    ways.length === 0 ? rate : `${rate}: ${ways.join(', ')}`,
    ...(row.canceled_runs > 0 ? [`${countWords(row.canceled_runs)} more ended without a result`] : []),
  ].join('. ')
}

/** What asks for it is loaded when the first row opens. */
const load = async (path: string): Promise<LastFailure | null> => (await import('./last-failure')).loadLastFailure(path)

interface LastFailureWordsProps {
  readonly path: string
  readonly opened: boolean
  readonly now: number
}

/** What failed last, once it has been read; a link to the pipeline's runs before, and without script. */
function LastFailureWords({ path, opened, now }: LastFailureWordsProps) {
  const { data } = useSWR<LastFailure | null>(opened ? ['last failure', path] : null, () => load(path), {
    revalidateOnFocus: false,
  })
  if (data === undefined || data === null)
    return (
      <a className="link target" href={paths.pipeline(path)}>
        In its runs
      </a>
    )
  return (
    <>
      <span className={data.isCheck ? 'wire' : undefined}>{data.words}</span> <RelativeTime at={data.at} now={now} />
      {', '}
      <a className="link target" href={data.evidence ?? paths.pipeline(path)}>
        {data.evidence === null ? 'its runs' : 'evidence'}
      </a>
    </>
  )
}

interface SuiteButtonProps {
  readonly suite: string
  readonly checks: readonly ScoreboardCheck[]
  /** Path of the pipeline, whose page lists the checks without script too. */
  readonly pipeline: string | undefined
}

function SuiteButton({ suite, checks, pipeline }: SuiteButtonProps) {
  const [drawn, setDrawn] = useState(false)
  return (
    <Popover
      label={suite}
      className="text-left"
      summary={<SuiteWords suite={suite} count={checks.length} />}
      onOpen={() => setDrawn(true)}
    >
      {drawn ? (
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

// Client: filters, sorts and ticks without loading the page again.
'use client'

import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { paths } from '@/lib/paths'
import type { RecentSession } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'
import { useIsInBrowser } from '../ui/in-browser'
import { RenameRun } from './rename-run'
import type { ListedRun } from './run-columns'
import { filterRuns, foldNeighbours, type RunView, readRunView, runQuery } from './run-filter'
import { RunFilters } from './run-filters'
import { RunsTable } from './runs-table'

/** What a page shows of its runs, as its address says it. */
export interface RunPlaceProps {
  /** Heading, and the lists that there are. */
  readonly head: ReactNode
  /** The view that the address names. */
  readonly view: RunView
  /** Path of the page, and the parameters that name its list. */
  readonly at: string
  readonly more: Readonly<Record<string, string>>
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** The view of a page, which its address follows; and the links to other views. */
export function useRunView({ view: first, at, more }: Pick<RunPlaceProps, 'view' | 'at' | 'more'>) {
  const [view, setView] = useState(first)
  const hrefOf = (one: RunView) => `${at}${runQuery(one, more)}`
  useEffect(() => {
    const readAddress = () => {
      const params = new URLSearchParams(window.location.search)
      setView(readRunView((name) => params.get(name) ?? undefined))
    }
    window.addEventListener('popstate', readAddress)
    return () => window.removeEventListener('popstate', readAddress)
  }, [])
  const change = (next: RunView) => {
    setView(next)
    window.history.replaceState(null, '', hrefOf(next))
  }
  /** A link of the page, which the browser follows where no script runs. */
  const follow = (next: RunView, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    change(next)
  }
  return { view, hrefOf, change, follow }
}

interface RunBoardProps extends Omit<RunPlaceProps, 'view'>, ReturnType<typeof useRunView> {
  /** All runs of the list, newest first. */
  readonly rows: readonly ListedRun[]
  /** The rows are one page of a list that the service filters. */
  readonly pager?: ReactNode
  /** Number of runs, in words. */
  readonly said: (shown: number) => string
  /** Shown instead of an empty table. */
  readonly empty: ReactNode
}

/** A list of runs with its filters, and what is done with those that are ticked. */
export function RunBoard({
  head,
  at,
  more,
  now,
  view,
  hrefOf,
  change,
  follow,
  rows,
  pager,
  said,
  empty,
}: RunBoardProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const form = useId()
  const named = useMemo(
    () =>
      rows.map((run) => {
        const name = names[run.sessionId]
        return name === undefined ? run : { ...run, name }
      }),
    [rows, names],
  )
  const found = pager === undefined ? filterRuns(named, view) : named
  const shown = view.fold ? foldNeighbours(found) : found
  const ticked = named.filter(({ sessionId }) => chosen.includes(sessionId))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        {head}
        <ChosenRuns
          form={form}
          runs={ticked}
          onRenamed={(id, name) => setNames((before) => ({ ...before, [id]: name }))}
        />
      </div>
      <div className="rounded-md border border-line bg-surface">
        <RunFilters
          view={view}
          at={at}
          more={more}
          hrefOf={hrefOf}
          onFollow={follow}
          onChange={change}
          rows={named}
          said={said(shown.length)}
        />
        <RunsTable
          rows={shown}
          view={view}
          hrefOf={hrefOf}
          onFollow={follow}
          chosen={chosen}
          onChoose={(id) =>
            setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
          }
          form={form}
          empty={empty}
          now={now}
          pager={pager}
        />
      </div>
    </>
  )
}

interface ChosenRunsProps {
  /** Id of the form that takes the ticks. */
  readonly form: string
  readonly runs: readonly RecentSession[]
  readonly onRenamed: (id: string, name: string) => void
}

/** What is done with the ticked runs: two are compared, one gets a name. Without a script the form takes the ticks. */
function ChosenRuns({ form, runs, onRenamed }: ChosenRunsProps) {
  const isInBrowser = useIsInBrowser()
  const [one, other] = runs
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 text-sm text-ink-2">
      {one !== undefined && other === undefined && one.mayRename === true && (
        <RenameRun key={one.sessionId} run={one} onRenamed={(name) => onRenamed(one.sessionId, name)} />
      )}
      <span role="status" className="tabular-nums">
        {isInBrowser && (runs.length === 0 ? 'Tick two to compare' : `${runs.length} of 2 chosen`)}
      </span>
      {one !== undefined && other !== undefined ? (
        <a className={buttonClass({ look: 'solid' })} href={paths.comparePicked(one.sessionId, other.sessionId)}>
          Compare
        </a>
      ) : (
        <form id={form} method="get" action={paths.compareRuns()}>
          <button type="submit" disabled={isInBrowser} className={buttonClass()}>
            Compare
          </button>
        </form>
      )}
    </div>
  )
}

// Client: pages and filters without loading the page again, and only this browser stores the list of its runs.
'use client'

import Link from 'next/link'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import {
  forgetAll,
  noRecent,
  parseRecent,
  type RecentSession,
  readRecent,
  subscribeRecent,
  update,
} from '../start/recent-store'
import { readRenameKey } from '../start/rename-key'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { pollEvery, useIsInBrowser } from '../ui/in-browser'
import { filterRuns, type RunFilter, runPageSize, runQuery, runsWithNews, searchLengthMax } from './run-filter'
import { RunsTable } from './runs-table'

/** A page of runs, as the service lists it. */
interface FetchedRuns {
  readonly rows: readonly RecentSession[]
  readonly next: string | null
  readonly examined: number
  /** Some rows are placeholders, or failed runs may still be missing. */
  readonly isPending: boolean
}

/** Fetches rows of runs. Throws on failure. */
async function fetchRuns(url: string): Promise<FetchedRuns> {
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body)) throw new Error(`Runs: ${answer.status}`)
  const { rows, next, examined, isPending } = body
  return {
    rows: parseRecent(JSON.stringify(rows)),
    next: typeof next === 'string' ? next : null,
    examined: typeof examined === 'number' ? examined : 0,
    isPending: isPending === true,
  }
}

interface RunFiltersProps {
  readonly filter: RunFilter
  readonly onChange: (filter: RunFilter) => void
  /** Number of runs, in words. */
  readonly said: string
}

/** Search and filter for runs, with the number found. */
function RunFilters({ filter, onChange, said }: RunFiltersProps) {
  return (
    <search className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
      <span className="flex h-(--control-size) max-w-[340px] flex-[1_1_220px] items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
        <Icon name="search" className="size-3.5 text-ink-3" />
        <input
          type="search"
          aria-label="Name, wallet, test or id"
          placeholder="Name, wallet, test or id"
          maxLength={searchLengthMax}
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
          className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
        />
      </span>
      <label className="flex min-h-(--control-size) items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={filter.failed}
          onChange={(event) => onChange({ ...filter, failed: event.target.checked })}
        />
        Failed only
      </label>
      <span role="status" className="ml-auto text-sm text-ink-2 tabular-nums">
        {said}
      </span>
    </search>
  )
}

/** First page of the list, rendered by the server. */
interface RunsStart extends FetchedRuns {
  readonly filter: RunFilter
}

/** Every run on record, for the operator. */
export function AllRuns({ start }: { readonly start: RunsStart }) {
  const [filter, setFilter] = useState(start.filter)
  // Start of each page up to the current one.
  const [froms, setFroms] = useState<readonly string[]>([''])
  const from = froms.at(-1) ?? ''
  const isFirst = from === '' && runQuery(filter) === runQuery(start.filter)
  const { data, error } = useSWR(paths.runRows(runQuery(filter, { from, all: '1' })), fetchRuns, {
    ...pollEvery(5000),
    // Placeholders are read in the meantime.
    refreshInterval: (latest) => (latest?.isPending ? 1000 : 5000),
    keepPreviousData: true,
    ...(isFirst ? { fallbackData: start } : {}),
  })
  const change = (next: RunFilter) => {
    setFilter(next)
    setFroms([''])
    window.history.replaceState(null, '', `${window.location.pathname}${runQuery(next)}`)
  }
  const rows = data?.rows ?? []
  const next = data?.next ?? null
  const onPage = (page: number) => setFroms(page < froms.length ? froms.slice(0, page + 1) : [...froms, next ?? ''])
  const found = `${rows.length} ${rows.length === 1 ? 'run' : 'runs'} on this page`
  return (
    <div className="rounded-md border border-line bg-surface">
      <RunFilters
        filter={filter}
        onChange={change}
        said={
          error === undefined
            ? filter.failed && data !== undefined
              ? `${rows.length} failed, of ${data.examined} looked at${data.isPending ? ' so far' : ''}`
              : found
            : 'Connection lost, trying again'
        }
      />
      <RunsTable
        rows={rows}
        page={froms.length - 1}
        hasNext={next !== null}
        onPage={onPage}
        empty={
          data === undefined || data.isPending
            ? 'Loading the runs.'
            : next === null
              ? runQuery(filter) === ''
                ? 'No session and no campaign is on record yet.'
                : 'No run matches.'
              : 'None of these runs failed. Older ones are on the next page.'
        }
      />
    </div>
  )
}

/** Runs of this browser, newest first. Unfinished runs on the page are refetched every few seconds. */
export function OwnRuns({ filter: first }: { readonly filter: RunFilter }) {
  const runs = useSyncExternalStore(subscribeRecent, readRecent, noRecent)
  const isRead = useIsInBrowser()
  const [filter, setFilter] = useState(first)
  const [page, setPage] = useState(0)
  const newestFirst = useMemo(() => [...runs].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), [runs])
  const matching = useMemo(() => filterRuns(newestFirst, filter), [newestFirst, filter])
  const shown = matching.slice(page * runPageSize, (page + 1) * runPageSize)
  const key = isRead ? readRenameKey()?.digest : undefined
  const ids = runsWithNews(shown, key !== undefined)
    .map(({ sessionId }) => sessionId)
    .join(',')
  const { data, error } = useSWR(
    ids === '' ? null : paths.runRows(`?ids=${ids}${key === undefined ? '' : `&key=${key}`}`),
    fetchRuns,
    pollEvery(5000),
  )
  useEffect(() => {
    if (data !== undefined) update(data.rows)
  }, [data])
  const change = (next: RunFilter) => {
    setFilter(next)
    setPage(0)
    window.history.replaceState(null, '', `${window.location.pathname}${runQuery(next)}`)
  }
  const counted =
    matching.length === runs.length
      ? `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`
      : `${matching.length} of ${runs.length} runs`
  return (
    <div className="rounded-md border border-line bg-surface">
      <RunFilters
        filter={filter}
        onChange={change}
        said={error === undefined ? (isRead ? counted : 'Reading the list') : 'Connection lost, trying again'}
      />
      <RunsTable
        rows={shown}
        page={page}
        hasNext={(page + 1) * runPageSize < matching.length}
        onPage={setPage}
        empty={
          !isRead ? (
            'Loading the list of this browser.'
          ) : runs.length > 0 ? (
            'No run matches.'
          ) : (
            <>
              This browser has started and opened no session yet.{' '}
              <Link className="link" href={paths.start()}>
                Start one
              </Link>
              .
            </>
          )
        }
      />
      {runs.length > 0 && (
        <p className="flex justify-end border-t border-line px-4 py-2">
          <button type="button" onClick={forgetAll} className={buttonClass({ look: 'quiet', size: 'small' })}>
            Clear list
          </button>
        </p>
      )}
    </div>
  )
}

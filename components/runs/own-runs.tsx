// Client: the list of this browser's runs is stored in this browser only.
'use client'

import Link from 'next/link'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { paths } from '@/lib/paths'
import { noRecent, readRecent, subscribeRecent, update } from '../start/recent-store'
import { readRenameKey } from '../start/rename-key'
import { useIsInBrowser } from '../ui/in-browser'
import { pollEvery } from '../ui/poll-every'
import { fetchRuns } from './fetch-runs'
import { filterRuns, type RunFilter, runPageSize, runQuery, runsWithNews } from './run-filter'
import { RunFilters } from './run-filters'
import { RunsTable } from './runs-table'

/** The runs of this browser, newest first. Those on the page that are not over are read again every few seconds. */
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
    </div>
  )
}

// Client: pages and filters without loading the page again.
'use client'

import { useState } from 'react'
import useSWR from 'swr'
import { paths } from '@/lib/paths'
import { pollEvery } from '../ui/poll-every'
import { type FetchedRuns, fetchRuns } from './fetch-runs'
import { type RunFilter, runQuery } from './run-filter'
import { RunFilters } from './run-filters'
import { RunsTable } from './runs-table'

/** The first page of the list, drawn by the server. */
interface RunsStart extends FetchedRuns {
  readonly filter: RunFilter
}

/** Every run on record, for the operator. */
export function AllRuns({ start }: { readonly start: RunsStart }) {
  const [filter, setFilter] = useState(start.filter)
  // Where each page begins, up to the one that is shown.
  const [froms, setFroms] = useState<readonly string[]>([''])
  const from = froms.at(-1) ?? ''
  const isFirst = from === '' && runQuery(filter) === runQuery(start.filter)
  const { data, error } = useSWR(paths.runRows(runQuery(filter, { from, all: '1' })), fetchRuns, {
    ...pollEvery(5000),
    // What is only announced is read meanwhile.
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

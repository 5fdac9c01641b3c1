// Client: only this browser stores the list of its runs, and open lists follow what is on record.
'use client'

import Link from 'next/link'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
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
import { pollEvery, useIsInBrowser } from '../ui/in-browser'
import { RunBoard, type RunPlaceProps, useRunView } from './run-board'
import type { ListedRun } from './run-columns'
import { filterRuns, isNarrow, runPageSize, runQuery, runsWithNews, wholeList } from './run-filter'

/** A page of runs, as the service lists it. */
interface FetchedRuns {
  readonly rows: readonly RecentSession[]
  readonly next: string | null
  readonly examined: number
  /** Some rows are placeholders, or some that a filter lets through may be missing. */
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

const lost = 'Connection lost, trying again'

const countOf = (shown: number, all: number): string =>
  shown === all ? `${all} ${all === 1 ? 'run' : 'runs'}` : `${shown} of ${all} runs`

interface AllRunsProps extends RunPlaceProps {
  /** This page of the list, as the server read it. */
  readonly start: FetchedRuns
  /** Where the page begins; empty for the newest. */
  readonly from: string
}

/** Every run on record, for the operator. A page is sorted in itself. */
export function AllRuns({ start, from, ...place }: AllRunsProps) {
  const viewed = useRunView(place)
  const { view } = viewed
  // A page further down is of the filter that the link to it had.
  const asked = runQuery({ ...view, order: wholeList.order, page: 1 })
  const isSame = asked === runQuery({ ...place.view, order: wholeList.order, page: 1 })
  const begin = isSame ? from : ''
  const { data, error } = useSWR(
    paths.runRows(runQuery({ ...view, order: wholeList.order, page: 1 }, { from: begin, all: '1' })),
    fetchRuns,
    {
      ...pollEvery(5000),
      // Placeholders are read in the meantime.
      refreshInterval: (latest) => (latest?.isPending ? 1000 : 5000),
      keepPreviousData: true,
      ...(isSame ? { fallbackData: start } : {}),
    },
  )
  const next = data?.next ?? null
  const words = (shown: number): string => {
    if (error !== undefined) return lost
    if (data !== undefined && isNarrow(view))
      return `${data.rows.length} of ${data.examined} looked at${data.isPending ? ' so far' : ''}`
    return `${shown} ${shown === 1 ? 'run' : 'runs'} on this page`
  }
  const link = (to: string, text: string) => (
    <a href={`${place.at}${runQuery({ ...view, page: 1 }, { ...place.more, from: to })}`} className={buttonClass()}>
      {text}
    </a>
  )
  return (
    <RunBoard
      {...place}
      {...viewed}
      rows={data?.rows ?? []}
      said={words}
      pager={
        begin !== '' || next !== null ? (
          <nav aria-label="Pages of the list" className="flex items-center gap-3 border-t border-line px-4 py-2">
            {begin !== '' && link('', 'Newest')}
            {next !== null && link(next, 'Older')}
          </nav>
        ) : (
          false
        )
      }
      empty={
        data === undefined || data.isPending
          ? 'Loading the runs.'
          : next === null
            ? runQuery(view) === ''
              ? 'No session and no campaign is on record yet.'
              : 'No run matches.'
            : 'None of these runs matches. Older ones are on the next page.'
      }
    />
  )
}

/** Runs of this browser, newest first. Unfinished runs are refetched every few seconds. */
export function OwnRuns(place: RunPlaceProps) {
  const runs = useSyncExternalStore(subscribeRecent, readRecent, noRecent)
  const isRead = useIsInBrowser()
  const viewed = useRunView(place)
  const newestFirst = useMemo(() => [...runs].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), [runs])
  const key = isRead ? readRenameKey()?.digest : undefined
  // Those of the page come first, as far as it is in the order of time.
  const from = (viewed.view.page - 1) * runPageSize
  const ids = runsWithNews(filterRuns(newestFirst, viewed.view).slice(from, from + runPageSize), key !== undefined)
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
  return (
    <>
      <RunBoard
        {...place}
        {...viewed}
        rows={newestFirst}
        said={(shown) => (error === undefined ? (isRead ? countOf(shown, runs.length) : 'Reading the list') : lost)}
        empty={
          !isRead ? (
            <>
              Loading the list of this browser.
              <noscript> It needs a script; that of a workbench needs none.</noscript>
            </>
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
        <p className="flex justify-end py-2">
          <button type="button" onClick={forgetAll} className={buttonClass({ look: 'quiet', size: 'small' })}>
            Clear list
          </button>
        </p>
      )}
    </>
  )
}

interface WorkbenchRunsProps extends RunPlaceProps {
  /** Its newest sessions, newest first. */
  readonly rows: readonly ListedRun[]
}

/** Runs of a workbench, as its page was rendered last. */
export function WorkbenchRuns({ rows, ...place }: WorkbenchRunsProps) {
  return (
    <RunBoard
      {...place}
      {...useRunView(place)}
      rows={rows}
      said={(shown) => countOf(shown, rows.length)}
      empty={rows.length > 0 ? 'No run matches.' : 'No session yet: scan the code with a wallet.'}
    />
  )
}

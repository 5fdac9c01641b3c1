import type { RecentSession } from '../start/recent-store'

/** Search over runs. */
export interface RunFilter {
  readonly q: string
  readonly failed: boolean
}

export const runPageSize = 25

/** Most characters of a search. */
export const searchLengthMax = 100

/** Reads a filter from a URL. */
export const readRunFilter = (param: (name: string) => string | undefined): RunFilter => ({
  q: (param('q') ?? '').slice(0, searchLengthMax),
  failed: param('failed') === '1',
})

/** Query string of a filter, with a leading `?`; empty if nothing is filtered. */
export function runQuery({ q, failed }: RunFilter, more: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries({ q: q.trim(), failed: failed ? '1' : '', ...more }).filter(([, value]) => value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Wallet of a run in words; empty if unknown. */
export const walletWords = ({ wallet }: Pick<RecentSession, 'wallet'>): string =>
  wallet === undefined ? '' : wallet.version === undefined ? wallet.name : `${wallet.name} ${wallet.version}`

/**
 * Runs worth refetching: finished ones no longer change. `hasKey`: this browser may hold rename rights, so their
 * permission is fetched too.
 */
export const runsWithNews = <Run extends RecentSession>(runs: readonly Run[], hasKey: boolean): Run[] =>
  runs.filter(({ over, mayRename }) => over !== true || (hasKey && mayRename === undefined))

/** Filters this browser's runs. Text matches name, title, wallet and id, ignoring case. */
export function filterRuns<Run extends RecentSession>(runs: readonly Run[], { q, failed }: RunFilter): Run[] {
  const wanted = q.trim().toLowerCase()
  return runs.filter(
    (run) =>
      (!failed || run.tone === 'fail') &&
      (wanted === '' ||
        [run.name ?? '', run.title, walletWords(run), run.sessionId].some((text) =>
          text.toLowerCase().includes(wanted),
        )),
  )
}

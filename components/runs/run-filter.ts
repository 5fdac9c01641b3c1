import type { RecentSession } from '../start/recent-store'

/** What is looked for among runs. */
export interface RunFilter {
  readonly q: string
  readonly failed: boolean
}

/** Rows on a page of the list. */
export const runPageSize = 25

/** The characters that a search may have. */
export const searchLengthMax = 100

/** Reads a filter from a URL. */
export const readRunFilter = (param: (name: string) => string | undefined): RunFilter => ({
  q: (param('q') ?? '').slice(0, searchLengthMax),
  failed: param('failed') === '1',
})

/** The query string of a filter, with a leading `?`; empty if everything is shown. */
export function runQuery({ q, failed }: RunFilter, more: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries({ q: q.trim(), failed: failed ? '1' : '', ...more }).filter(([, value]) => value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** The wallet of a run in words; empty where nobody knows it. */
export const walletWords = ({ wallet }: Pick<RecentSession, 'wallet'>): string =>
  wallet === undefined ? '' : wallet.version === undefined ? wallet.name : `${wallet.name} ${wallet.version}`

/**
 * Those of some runs that the service has news of: what is over stays as it was last seen. `hasKey`: this browser can have the right
 * to name a run, so it asks whether it does.
 */
export const runsWithNews = <Run extends RecentSession>(runs: readonly Run[], hasKey: boolean): Run[] =>
  runs.filter(({ over, mayRename }) => over !== true || (hasKey && mayRename === undefined))

/** Those of this browser's runs that match: text is a part of name, title, wallet or id, in any case. */
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

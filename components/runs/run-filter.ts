import type { RecentSession } from '../start/recent-store'

/** What a list of runs is narrowed to. Each member is a parameter of the address. */
export interface RunFilter {
  readonly q: string
  readonly failed: boolean
  readonly warned: boolean
  readonly get: boolean
  readonly present: boolean
  /** A wallet with its version, as a row says it; empty for all. */
  readonly wallet: string
  /** What started the run; empty for all. */
  readonly by: string
  /** The first day, in UTC: `2026-11-29`; empty for all. */
  readonly since: string
  /** Whether neighbours that say the same are one row. */
  readonly fold: boolean
}

/** The columns by which a list is sorted. */
const runColumns = ['verdict', 'rule', 'cause', 'what', 'wallet', 'took', 'by', 'when'] as const

export type RunColumn = (typeof runColumns)[number]

/** What a list is sorted by. */
export interface RunOrder {
  readonly by: RunColumn
  readonly descending: boolean
}

/** What a list of runs shows: its filter, its order and its page, from 1 on. */
export interface RunView extends RunFilter {
  readonly order: RunOrder
  readonly page: number
}

export const runPageSize = 25

/** Most characters of a value of a filter. */
export const filterLengthMax = 100

/** Most pages of a list. */
const pageMax = 1000

const newestFirst: RunOrder = { by: 'when', descending: true }

/** Every run, newest first. */
export const wholeList: RunView = {
  q: '',
  failed: false,
  warned: false,
  get: false,
  present: false,
  wallet: '',
  by: '',
  since: '',
  fold: false,
  order: newestFirst,
  page: 1,
}

/** The chips of a list that are on or off. */
export const runChips = ['failed', 'warned', 'get', 'present', 'fold'] as const

/** Reads what a list shows from a URL. What is no value of a parameter counts as absent. */
export function readRunView(param: (name: string) => string | undefined): RunView {
  const text = (name: string) => (param(name) ?? '').slice(0, filterLengthMax)
  const isOn = (name: string) => param(name) === '1'
  const since = text('since')
  return {
    q: text('q'),
    failed: isOn('failed'),
    warned: isOn('warned'),
    get: isOn('get'),
    present: isOn('present'),
    wallet: text('wallet'),
    by: text('by'),
    since: /^\d{4}-\d\d-\d\d$/.test(since) ? since : '',
    fold: isOn('fold'),
    order: readOrder(text('sort')),
    page: Math.min(pageMax, Math.max(1, Math.trunc(Number(text('page'))) || 1)),
  }
}

function readOrder(text: string): RunOrder {
  const by = runColumns.find((one) => one === text.replace(/^-/, ''))
  return by === undefined ? newestFirst : { by, descending: text.startsWith('-') }
}

const orderText = ({ by, descending }: RunOrder): string => `${descending ? '-' : ''}${by}`

/** Query string of a view, with a leading `?`; empty for the whole list. */
export function runQuery(view: RunView, more: Readonly<Record<string, string>> = {}): string {
  const { q, wallet, by, since, order, page } = view
  const pairs = Object.entries({
    q: q.trim(),
    ...Object.fromEntries(runChips.map((chip) => [chip, view[chip] ? '1' : ''])),
    wallet,
    by,
    since,
    sort: orderText(order) === orderText(newestFirst) ? '' : orderText(order),
    page: page === 1 ? '' : String(page),
    ...more,
  }).filter(([, value]) => value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Columns that are read from their greatest value on. */
const greatestFirst: readonly RunColumn[] = ['took', 'when']

/** The order after a press on the header of a column. */
export const nextOrder = ({ by, descending }: RunOrder, pressed: RunColumn): RunOrder => ({
  by: pressed,
  descending: by === pressed ? !descending : greatestFirst.includes(pressed),
})

/** Wallet of a run in words; empty if unknown. */
export const walletWords = ({ wallet }: Pick<RecentSession, 'wallet'>): string =>
  wallet === undefined ? '' : wallet.version === undefined ? wallet.name : `${wallet.name} ${wallet.version}`

/**
 * Runs worth refetching: finished ones no longer change. `hasKey`: this browser may hold rename rights, so their
 * permission is fetched too. Those stored by an earlier version lack what started them.
 */
export const runsWithNews = <Run extends RecentSession>(runs: readonly Run[], hasKey: boolean): Run[] =>
  runs.filter(
    ({ over, mayRename, startedBy }) => over !== true || startedBy === undefined || (hasKey && mayRename === undefined),
  )

/** Whether the filter lets only some runs through, besides those that its text finds. */
export const isNarrow = (filter: RunFilter): boolean =>
  filter.failed ||
  filter.warned ||
  filter.get ||
  filter.present ||
  [filter.wallet, filter.by, filter.since].some((value) => value !== '')

/** Whether a run is what the chips of a filter ask for. Two of a kind let both through. */
export function passesChips(run: RecentSession, filter: RunFilter): boolean {
  const { failed, warned, get, present, wallet, by, since } = filter
  const kinds = [...(get ? ['issuance'] : []), ...(present ? ['presentation'] : [])]
  const tones = [...(failed ? ['fail'] : []), ...(warned ? ['warn'] : [])]
  return (
    (tones.length === 0 || tones.includes(run.tone)) &&
    (kinds.length === 0 || kinds.includes(run.kind ?? 'issuance')) &&
    (wallet === '' || walletWords(run).slice(0, filterLengthMax) === wallet) &&
    (by === '' || run.startedBy === by) &&
    (since === '' || run.createdAt.slice(0, since.length) >= since)
  )
}

/** Filters runs. Text matches rule, cause, name, title, wallet and id, ignoring case. */
export function filterRuns<Run extends RecentSession>(runs: readonly Run[], filter: RunFilter): Run[] {
  const wanted = filter.q.trim().toLowerCase()
  return runs.filter(
    (run) =>
      passesChips(run, filter) &&
      (wanted === '' ||
        [run.name, run.title, run.words, run.cause?.check, run.cause?.words, walletWords(run), run.sessionId].some(
          (text) => text?.toLowerCase().includes(wanted),
        )),
  )
}

/** A run that stands for its neighbours too. */
export type FoldedRun<Run extends RecentSession> = Run & { readonly times?: number }

/** Neighbours that say the same become one run, the first of them, which says how many they are. */
export function foldNeighbours<Run extends RecentSession & { readonly settings?: string }>(
  runs: readonly Run[],
): FoldedRun<Run>[] {
  const rows: FoldedRun<Run>[] = []
  for (const run of runs) {
    const last = rows.at(-1)
    if (last !== undefined && saysOf(last) === saysOf(run))
      rows[rows.length - 1] = { ...last, times: (last.times ?? 1) + 1 }
    else rows.push(run)
  }
  return rows
}

const saysOf = (run: RecentSession & { readonly settings?: string }): string =>
  JSON.stringify([
    run.kind,
    run.settings ?? run.title,
    run.tone,
    run.cause?.check,
    run.cause === undefined ? run.words : '',
    run.name,
    walletWords(run),
  ])

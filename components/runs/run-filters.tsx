import type { MouseEvent } from 'react'
import { cn } from '@/lib/cn'
import { Icon, type IconName } from '../ui/icon'
import type { ListedRun } from './run-columns'
import { filterLengthMax, type RunView, runChips, runQuery, walletWords } from './run-filter'

type Chip = (typeof runChips)[number]

const chips: Readonly<Record<Chip, { readonly words: string; readonly icon?: IconName; readonly ink?: string }>> = {
  failed: { words: 'Failed', icon: 'fail', ink: 'text-fail-ink' },
  warned: { words: 'Warned', icon: 'warn', ink: 'text-warn-ink' },
  get: { words: 'Get', icon: 'download' },
  present: { words: 'Present', icon: 'upload' },
  fold: { words: 'Fold repeats' },
}

/** Most values that a filter offers. */
const offeredMax = 50

/** The values of rows that a filter offers, with the one that is chosen. */
function offered(values: readonly string[], chosen: string): string[] {
  const known = new Set(values.map((value) => value.slice(0, filterLengthMax)).filter((value) => value !== ''))
  if (chosen !== '') known.add(chosen)
  return [...known].sort().slice(0, offeredMax)
}

interface RunFiltersProps {
  readonly view: RunView
  /** Address of the page, and what stays in it beside the view. */
  readonly at: string
  readonly more: Readonly<Record<string, string>>
  readonly hrefOf: (view: RunView) => string
  readonly onFollow: (view: RunView, event: MouseEvent) => void
  readonly onChange: (view: RunView) => void
  /** All rows, whose wallets and starters are offered. */
  readonly rows: readonly ListedRun[]
  /** Number of runs, in words. */
  readonly said: string
}

const selectClass = 'h-(--control-size) max-w-44 min-w-0 rounded-full border border-control bg-surface px-2 text-sm'

/** Search, chips and choices over runs: links and one form, so that they work without a script. */
export function RunFilters({ view, at, more, hrefOf, onFollow, onChange, rows, said }: RunFiltersProps) {
  const change = (part: Partial<RunView>) => onChange({ ...view, page: 1, ...part })
  // What the form has no field for.
  const kept = [...new URLSearchParams(runQuery({ ...view, q: '', wallet: '', by: '', since: '', page: 1 }, more))]
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <form method="get" action={at} className="contents" onSubmit={(event) => event.preventDefault()}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <span className="flex h-(--control-size) max-w-[280px] flex-[1_1_200px] items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
          <Icon name="search" className="size-3.5 text-ink-3" />
          <input
            type="search"
            name="q"
            aria-label="Rule, wallet, name or id"
            placeholder="Rule, wallet, name or id"
            maxLength={filterLengthMax}
            value={view.q}
            onChange={(event) => change({ q: event.target.value })}
            className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
          />
        </span>
        {runChips.map((chip) => {
          const { words, icon, ink } = chips[chip]
          const next = { ...view, page: 1, [chip]: !view[chip] }
          return (
            <a
              key={chip}
              href={hrefOf(next)}
              aria-current={view[chip] ? 'true' : undefined}
              onClick={(event) => onFollow(next, event)}
              className={cn(
                'flex h-(--control-size) items-center gap-1.5 rounded-full border px-2.5 text-sm whitespace-nowrap',
                view[chip] ? 'border-accent-mark bg-accent-soft font-[550]' : 'border-control hover:bg-hover',
              )}
            >
              {icon !== undefined && <Icon name={icon} className={cn('size-3.5', ink)} />}
              {words}
            </a>
          )
        })}
        <select
          name="wallet"
          aria-label="Wallet"
          value={view.wallet}
          onChange={(event) => change({ wallet: event.target.value })}
          className={selectClass}
        >
          <option value="">Wallet: all</option>
          {offered(rows.map(walletWords), view.wallet).map((wallet) => (
            <option key={wallet}>{wallet}</option>
          ))}
        </select>
        <select
          name="by"
          aria-label="Started by"
          value={view.by}
          onChange={(event) => change({ by: event.target.value })}
          className={selectClass}
        >
          <option value="">Started by: all</option>
          {offered(
            rows.map(({ startedBy = '' }) => startedBy),
            view.by,
          ).map((by) => (
            <option key={by}>{by}</option>
          ))}
        </select>
        <label className="flex items-center gap-1.5 text-sm text-ink-2">
          Since
          <input
            type="date"
            name="since"
            title="From the start of this day on, in UTC"
            value={view.since}
            onChange={(event) => change({ since: event.target.value })}
            className="h-(--control-size) rounded-full border border-control bg-surface px-2"
          />
        </label>
        <noscript>
          <button type="submit" className="control h-(--control-size) border-line-strong px-3">
            Show
          </button>
        </noscript>
      </form>
      <span role="status" className="ml-auto text-sm text-ink-2 tabular-nums">
        {said}
      </span>
    </search>
  )
}

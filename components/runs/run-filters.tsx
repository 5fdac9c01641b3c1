import { Icon } from '../ui/icon'
import { type RunFilter, searchLengthMax } from './run-filter'

interface RunFiltersProps {
  readonly filter: RunFilter
  readonly onChange: (filter: RunFilter) => void
  /** How many there are, in words. */
  readonly said: string
}

/** What to look for among the runs, and how many were found. */
export function RunFilters({ filter, onChange, said }: RunFiltersProps) {
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

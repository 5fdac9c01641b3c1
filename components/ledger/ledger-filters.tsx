import { useState } from 'react'
import { cn } from '@/lib/cn'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import type { LedgerFilter } from './ledger-filter'

interface LedgerFiltersProps {
  readonly filter: LedgerFilter
  readonly onChange: (filter: LedgerFilter) => void
  readonly methods: readonly string[]
  readonly issuers: readonly string[]
}

const selectClass = 'h-(--control-size) max-w-full rounded-md border border-control bg-surface px-2 text-sm'
const statuses = [
  ['', 'Status: all'],
  ['2xx', '2xx'],
  ['3xx', '3xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
  ['none', 'no response'],
] as const

const verdicts = [
  ['', 'Verdict: all'],
  ['fail', 'Failed'],
  ['warn', 'Warning'],
  ['pass', 'Passed'],
  ['none', 'not judged'],
] as const

/** Search and filters for the ledger. On a phone the filters are collapsed below the search. */
export function LedgerFilters({ filter, onChange, methods, issuers }: LedgerFiltersProps) {
  const [open, setOpen] = useState(false)
  const chosen = [filter.method, filter.status, filter.issuer, filter.verdict].filter((value) => value !== '').length
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <span className="flex h-(--control-size) max-w-[340px] flex-[1_1_220px] items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
        <Icon name="search" className="size-3.5 text-ink-3" />
        <input
          type="search"
          aria-label="Path or session"
          placeholder="Path or session"
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
          className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
        />
      </span>
      <button
        type="button"
        aria-expanded={open}
        aria-controls="ledger-filters"
        onClick={() => setOpen(!open)}
        className={buttonClass({}, 'md:hidden')}
      >
        <Icon name="filter" />
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div id="ledger-filters" className={cn('flex flex-wrap gap-2 max-md:basis-full', !open && 'max-md:hidden')}>
        <select
          aria-label="Method"
          value={filter.method}
          onChange={(event) => onChange({ ...filter, method: event.target.value })}
          className={selectClass}
        >
          <option value="">Method: all</option>
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <select
          aria-label="Status"
          value={filter.status}
          onChange={(event) => onChange({ ...filter, status: event.target.value })}
          className={selectClass}
        >
          {statuses.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <select
          aria-label="Verdict"
          value={filter.verdict}
          onChange={(event) => onChange({ ...filter, verdict: event.target.value })}
          className={selectClass}
        >
          {verdicts.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <select
          aria-label="Issuer"
          value={filter.issuer}
          onChange={(event) => onChange({ ...filter, issuer: event.target.value })}
          className={selectClass}
        >
          <option value="">Issuer: all</option>
          {issuers.map((issuer) => (
            <option key={issuer}>{issuer}</option>
          ))}
        </select>
      </div>
    </search>
  )
}

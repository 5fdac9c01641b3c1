// Client: filters as you type. Without JavaScript the form submits to the server.
'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import type { InspectorTarget } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

const selectClass = 'h-(--control-size) rounded-md border border-control bg-surface px-2 text-sm text-ink'

/** Search and filters for the check list. The choice is kept in the URL. */
export function CheckFilters({ target }: { readonly target: InspectorTarget }) {
  const router = useRouter()
  const pathname = usePathname()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (delayMillis: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (form.current === null) return
      const query = new URLSearchParams()
      for (const [name, value] of new FormData(form.current))
        if (typeof value === 'string' && value !== '') query.set(name, value)
      router.replace(`${pathname}?${query}`, { scroll: false })
    }, delayMillis)
  }

  const { exchange, tab, check } = target
  return (
    <form
      ref={form}
      action={pathname}
      aria-label="Filter checks"
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        apply(0)
      }}
    >
      {Object.entries({ exchange, tab, check }).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <span className="flex h-(--control-size) max-w-[340px] flex-[1_1_220px] items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
        <Icon name="search" className="size-3.5 text-ink-3" />
        <input
          name="q"
          type="search"
          aria-label="Title, id or clause"
          placeholder="Title, id or clause"
          defaultValue={target.q ?? ''}
          onChange={() => apply(250)}
          // A pending search would undo the navigation of a link clicked right after typing, so search at once.
          onBlur={() => timer.current !== undefined && apply(0)}
          className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
        />
      </span>
      <select
        name="status"
        aria-label="Status"
        defaultValue={target.status ?? ''}
        onChange={() => apply(0)}
        className={selectClass}
      >
        <option value="">Status: all</option>
        <option value="fail">Failed</option>
        <option value="warn">Warning</option>
        <option value="pass">Passed</option>
        <option value="not_observed">Not observed</option>
        <option value="not_applicable">Not applicable</option>
      </select>
      <select
        name="level"
        aria-label="Level"
        defaultValue={target.level ?? ''}
        onChange={() => apply(0)}
        className={selectClass}
      >
        <option value="">Level: all</option>
        <option value="must">MUST</option>
        <option value="should">SHOULD</option>
        <option value="info">INFO</option>
      </select>
      <noscript>
        <button type="submit" className={buttonClass()}>
          Filter
        </button>
      </noscript>
    </form>
  )
}

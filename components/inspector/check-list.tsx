// Client: filters as you type (without JavaScript the form submits to the server), and keeps the RSC payload small: a page has many checks.
'use client'

import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/lib/cn'
import type { Level } from '@/lib/core/engine/checks/check'
import type { CheckGroup as CheckGroupId } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/check-groups'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { type FindingStatus, findingStatuses } from '@/lib/core/shared/ports/finding'
import type { InspectorTarget } from '@/lib/paths'
import type { ClauseReference } from '@/lib/queries/checks'
import { buttonClass } from '../ui/button-class'
import { ClauseLink } from '../ui/clause-link'
import { Icon } from '../ui/icon'
import { LevelWord } from '../ui/level'
import { StripDrawing } from '../ui/strip-drawing'
import { stripStatuses } from '../ui/strip-text'
import { Verdict, VerdictCount } from '../ui/verdict'
import type { ShownStatus } from '../ui/verdict-styles'

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

  const { exchange, tab, check, wing, session } = target
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
      {Object.entries({ exchange, tab, check, wing, session }).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <span className="flex h-(--control-size) max-w-[340px] flex-[1_1_220px] items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
        <Icon name="search" className="size-3.5 text-ink-3" />
        <input
          name="q"
          data-key="/"
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

interface CheckGroupProps {
  readonly group: CheckGroupId
  /** One letter per check, see `stripText`. */
  readonly strip: string
  /** Expands or collapses the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
  /** Rows, while expanded. */
  readonly children: ReactNode
}

/** One group of the check list: name, strip, counts, and its rows while expanded. */
export function CheckGroup({ group, strip, href, open, children }: CheckGroupProps) {
  const counts = countStatuses(stripStatuses(strip).map((status) => ({ status })))
  return (
    <section
      id={`checks-${group}`}
      aria-label={groupWords[group].long}
      className={cn('border-t border-line', !open && 'print:hidden')}
    >
      <CheckGroupHeading name={groupWords[group].long} strip={strip} counts={counts} href={href} open={open} />
      {children}
    </section>
  )
}

interface CheckGroupHeadingProps {
  readonly name: string
  /** One letter per check, see `stripText`. */
  readonly strip: string
  readonly counts: Readonly<Record<FindingStatus, number>>
  /** Expands or collapses the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
}

/** Heading of a group: name, strip and counts. Links to the page with the group expanded or collapsed. */
function CheckGroupHeading({ name, strip, counts, href, open }: CheckGroupHeadingProps) {
  const heading = (
    <>
      <Icon name={open ? 'down' : 'right'} className="size-4 text-ink-3" />
      <b>{name}</b>
      <StripDrawing text={strip} wrap={false} />
      <span>
        {findingStatuses.map(
          (status) => counts[status] > 0 && <VerdictCount key={status} status={status} count={counts[status]} />,
        )}
      </span>
    </>
  )
  return (
    <h3 className="text-sm font-normal tracking-normal">
      {href === null ? (
        <span className="group-heading">{heading}</span>
      ) : (
        <Link href={href} scroll={false} prefetch={false} aria-expanded={open} className="group-heading hover:bg-hover">
          {heading}
        </Link>
      )}
    </h3>
  )
}

interface CheckRowProps {
  readonly id: string
  readonly status: ShownStatus
  /** The problem, or the check's title. */
  readonly words: string
  /** How to fix it, or why it was not judged. */
  readonly remark: string | null
  readonly level: Level
  /** First clause of the check. */
  readonly clause: ClauseReference | undefined
  readonly chosen: boolean
  readonly href: string
  /** Deciding exchange: position in the session and URL; `null` if there is none. */
  readonly exchange: { readonly number: number; readonly href: string } | null
  readonly indented: boolean
}

/** One check: verdict, title with id and hint, level, clause, exchange. */
export function CheckRow({
  id,
  status,
  words,
  remark,
  level,
  clause,
  chosen,
  href,
  exchange,
  indented,
}: CheckRowProps) {
  return (
    <li
      data-check={id}
      aria-current={chosen ? 'true' : undefined}
      className={cn(
        'grid grid-cols-[1fr_auto] items-baseline gap-x-3.5 border-t border-line px-4 py-2 text-sm md:grid-cols-[144px_minmax(0,1fr)_58px_186px]',
        indented && 'md:pl-11',
        chosen && 'bg-selected shadow-[inset_3px_0_var(--color-accent-mark)]',
      )}
    >
      <Verdict status={status} />
      <div className="min-w-0 max-md:order-3 max-md:col-span-2">
        <Link
          href={href}
          scroll={false}
          prefetch={false}
          data-row=""
          className="target font-[450] [overflow-wrap:anywhere] hover:underline"
        >
          {words}
        </Link>
        <p className="wire text-xs text-ink-3">{id}</p>
        {remark && <p className="text-ink-2">{remark}</p>}
      </div>
      <LevelWord level={level} className="max-md:text-right" />
      <div className="flex flex-wrap items-baseline gap-x-3.5 max-md:order-4 max-md:col-span-2 md:grid md:justify-items-start">
        {clause && <ClauseLink clause={clause} className="target" />}
        {exchange && (
          <Link href={exchange.href} scroll={false} prefetch={false} data-detail="" className="link target text-xs">
            exchange {exchange.number}
          </Link>
        )}
      </div>
    </li>
  )
}

// Client: keeps the RSC payload small; a page has many.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { Level } from '@/lib/core/engine/checks/check'
import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import type { ClauseReference } from '@/lib/queries/checks'
import { ClauseLink } from '../ui/clause-link'
import { LevelWord } from '../ui/level'
import { Verdict } from '../ui/verdict'

interface CheckRowProps {
  readonly id: string
  readonly status: FindingStatus
  /** The check in words: what is wrong, or its title. */
  readonly words: string
  /** How to fix it, or why it was not judged. */
  readonly remark: string | null
  readonly level: Level
  /** The check's first clause. */
  readonly clause: ClauseReference | undefined
  readonly chosen: boolean
  readonly href: string
  /** Position of the deciding exchange in the session, and its URL; `null` if there is none. */
  readonly exchange: { readonly number: number; readonly href: string } | null
  readonly indented: boolean
}

/** One check of the list: verdict, title with id and hint, level, clause, exchange. */
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
        'grid grid-cols-[1fr_auto] items-baseline gap-x-3.5 border-t border-line px-4 py-2 text-sm md:grid-cols-[112px_minmax(0,1fr)_58px_186px]',
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

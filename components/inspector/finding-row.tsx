// Client: keeps the RSC payload small; a page has many.
'use client'

import Link from 'next/link'
import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import { Verdict } from '../ui/verdict'

interface FindingRowProps {
  readonly status: FindingStatus
  /** What is wrong, or the title of the check. */
  readonly words: string
  /** How to fix it. */
  readonly hint: string | null
  /** Whether its request came after the end of the session. */
  readonly late: boolean
  readonly href: string
}

/** Renders a `FindingLine` from plain values. */
export function FindingRow({ status, words, hint, late, href }: FindingRowProps) {
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 text-sm max-md:grid-cols-1">
      <Verdict status={status} />
      <div>
        <Link href={href} scroll={false} prefetch={false} className="target [overflow-wrap:anywhere] hover:underline">
          {words}
        </Link>
        {late && <p className="text-ink-3">After the session ended, not counted.</p>}
        {hint && <p className="text-ink-2">{hint}</p>}
      </div>
    </li>
  )
}

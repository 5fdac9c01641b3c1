// Client: keeps the RSC payload small.
'use client'

import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import { CheckStrip } from '../ui/check-strip'
import { verdictStyles } from '../ui/verdict-styles'

const order: readonly FindingStatus[] = ['pass', 'fail', 'warn', 'not_observed', 'not_applicable']

/** What the ticks mean, and what they leave out. On a phone, where few ticks are shown, the words are next to them. */
export function StripLegend({ more }: { readonly more: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-xs text-ink-2 max-md:hidden">
      One tick per check, in catalogue order:
      {order.map((status) => (
        <span key={status} className="inline-flex items-end gap-1.5">
          <span aria-hidden="true">
            <CheckStrip statuses={[status]} />
          </span>
          {status === 'warn' ? 'warning' : verdictStyles[status].counted}
        </span>
      ))}
      {more !== '' && <span className="ml-auto">{more}</span>}
    </p>
  )
}

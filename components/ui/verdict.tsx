// Client: keeps the RSC payload small; a page has dozens.
'use client'

import { cn } from '@/lib/cn'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { Icon } from './icon'
import { type ShownStatus, verdictStyles, verdictTones } from './verdict-styles'

/** Verdict as text with its icon, e.g. in a row. `boxed` sets it off if it stands alone. */
export function Verdict({ status, boxed = false }: { readonly status: ShownStatus; readonly boxed?: boolean }) {
  const style = verdictStyles[status]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-middle text-sm whitespace-nowrap',
        status === 'not_applicable' ? 'font-normal' : 'font-[550]',
        style.ink,
        boxed && `rounded-sm py-[3px] pr-2 pl-1.5 ${style.soft}`,
      )}
    >
      <Icon name={style.icon} />
      {style.word}
    </span>
  )
}

/** A count with the status's icon, and its word for screen readers. */
export function VerdictCount({ status, count }: { readonly status: FindingStatus; readonly count: number }) {
  const style = verdictStyles[status]
  return (
    <span className={cn('counted', style.ink)}>
      <Icon name={style.icon} className="size-[13px]" />
      {count}
      <span className="sr-only"> {status === 'warn' && count === 1 ? 'warning' : style.counted}</span>
    </span>
  )
}

interface OutcomeWordsProps {
  readonly tone: OutcomeTone
  readonly sentence: string
  /** What broke first: it tells five failed sessions apart. */
  readonly cause?: { readonly check: string; readonly words: string } | undefined
}

/** Outcome of a session in a list: icon, colour and sentence, or the check that broke first and what it says. */
export function OutcomeWords({ tone, sentence, cause }: OutcomeWordsProps) {
  const { icon, ink } = verdictTones[tone]
  return (
    <span
      data-outcome={tone}
      className={cn('inline-flex gap-1.5 font-[550]', cause ? 'items-baseline' : 'items-center', ink)}
    >
      <Icon name={icon} className={cn('size-4 shrink-0', cause && 'self-start')} />
      {cause === undefined ? (
        sentence
      ) : (
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          <span className="sr-only">{sentence}: </span>
          <span className="wire text-xs">{cause.check}</span>{' '}
          <span className="font-normal text-ink-2">{cause.words}</span>
        </span>
      )}
    </span>
  )
}

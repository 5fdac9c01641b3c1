// Client: its words are all that the data of the page then holds of it.
'use client'

import { cn } from '@/lib/cn'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import { Icon } from './icon'
import { verdictTones } from './verdict-tones'

/** The outcome of a session in a list: icon, colour and its sentence. */
export function OutcomeWords({ tone, sentence }: { readonly tone: OutcomeTone; readonly sentence: string }) {
  const { icon, ink } = verdictTones[tone]
  return (
    <span data-outcome={tone} className={cn('inline-flex items-center gap-1.5 font-[550]', ink)}>
      <Icon name={icon} className="size-4 shrink-0" />
      {sentence}
    </span>
  )
}

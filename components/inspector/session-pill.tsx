// Client: keeps the RSC payload small.
'use client'

import { cn } from '@/lib/cn'
import { Icon, type IconName } from '../ui/icon'
import type { PillTone } from './model/pill-words'

const looks: Record<PillTone, { readonly className: string; readonly icon: IconName | null }> = {
  live: { className: 'border-accent/45 bg-accent-soft text-accent', icon: null },
  pass: { className: 'border-pass-ink/40 bg-pass-soft text-pass-ink', icon: 'pass' },
  fail: { className: 'border-fail-ink/40 bg-fail-soft text-fail-ink', icon: 'fail' },
  warn: { className: 'border-warn-ink/40 bg-warn-soft text-warn-ink', icon: 'warn' },
  over: { className: 'border-line-strong bg-surface text-ink', icon: 'unseen' },
}

/** The state of the session, in a few words. */
export function SessionPill({ tone, words }: { readonly tone: PillTone; readonly words: string }) {
  const { className, icon } = looks[tone]
  return (
    <span
      data-pill={tone}
      className={cn(
        'inline-flex items-center gap-[7px] rounded-full border py-[3px] pr-2.5 pl-2 text-sm font-[550] tracking-normal',
        className,
      )}
    >
      {icon === null ? (
        <span className="size-2 shrink-0 animate-live rounded-full bg-accent-mark" />
      ) : (
        <Icon name={icon} className="size-3.5 shrink-0" />
      )}
      {words}
    </span>
  )
}

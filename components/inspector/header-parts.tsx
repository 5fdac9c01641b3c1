// Client: keeps the RSC payload small.
'use client'

import { cn } from '@/lib/cn'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'
import { Popover } from '../ui/popover'
import type { PillTone } from './model/session-state'

const looks: Record<PillTone, { readonly className: string; readonly icon: IconName | null }> = {
  live: { className: 'border-accent/45 bg-accent-soft text-accent', icon: null },
  pass: { className: 'border-pass-ink/40 bg-pass-soft text-pass-ink', icon: 'pass' },
  fail: { className: 'border-fail-ink/40 bg-fail-soft text-fail-ink', icon: 'fail' },
  warn: { className: 'border-warn-ink/40 bg-warn-soft text-warn-ink', icon: 'warn' },
  over: { className: 'border-line-strong bg-surface text-ink', icon: 'unseen' },
}

/** State of the session in a few words. */
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

const forms = [
  { format: 'html', label: 'HTML, for printing' },
  { format: 'md', label: 'Markdown' },
  { format: 'junit', label: 'JUnit XML, for CI' },
  { format: 'json', label: 'JSON, everything' },
  { format: 'har', label: 'HAR, the exchanges' },
  { format: 'tar', label: 'Signed bundle, all of them' },
] as const

interface Form {
  readonly href: string
  readonly label: string
}

/** The session's report in each format. Works without JavaScript. */
export function ReportMenu({
  reportHref,
  sequenceHref,
  archive = true,
}: {
  readonly reportHref: string
  /** The address of the sequence diagram, for what has one. */
  readonly sequenceHref?: string
  readonly archive?: boolean
}) {
  return (
    <Popover menu label="Report" summary="Report" className={buttonClass()}>
      <ul className="grid min-w-44 text-sm">
        {forms
          .filter(({ format }) => archive || format !== 'har')
          .map(({ format, label }): Form => ({ href: `${reportHref}?format=${format}`, label }))
          .concat(sequenceHref === undefined ? [] : [{ href: sequenceHref, label: 'SVG, who sent what to whom' }])
          .map(({ href, label }) => (
            <li key={href}>
              <a className="block rounded-sm px-3 py-1.5 no-underline hover:bg-hover" href={href}>
                {label}
              </a>
            </li>
          ))}
      </ul>
    </Popover>
  )
}

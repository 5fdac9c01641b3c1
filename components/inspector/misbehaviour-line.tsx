// Client: keeps the RSC payload small.
'use client'

import Link from 'next/link'
import type { KnownMisbehaviour } from '@/lib/queries/known-misbehaviour'
import { Icon } from '../ui/icon'
import type { MisbehaviourRun } from './model/misbehaviour-run'

interface MisbehaviourRunLineProps extends Pick<MisbehaviourRun, 'outcome' | 'unfailed' | 'warnedBecause'> {
  readonly misbehaviour: Pick<KnownMisbehaviour, 'id' | 'title' | 'staysUnseen'>
  /** Where the check noticed it: the exchange's number (`null` if there is none) and URL. */
  readonly number: number | null
  readonly href: string
  /** What else went wrong. */
  readonly unexplained: readonly { readonly id: string; readonly title: string; readonly href: string }[]
}

const looks = {
  found: { icon: 'pass', ink: 'text-pass-ink', words: 'caught' },
  missed: { icon: 'warn', ink: 'text-warn-ink', words: 'not caught' },
  pending: { icon: 'unseen', ink: 'text-ink-2', words: 'not observed yet' },
} as const

/** What a session with a misbehaviour should show, and whether the check noticed it. Only that turns it green. */
export function MisbehaviourRunLine({
  misbehaviour,
  outcome,
  unfailed,
  warnedBecause,
  number,
  href,
  unexplained,
}: MisbehaviourRunLineProps) {
  const { icon, ink, words } = looks[outcome]
  return (
    <div className="grid gap-1 border-t border-line px-4 py-2.5 text-sm" data-misbehaviour-run={outcome}>
      <p className="flex flex-wrap items-baseline gap-x-1.5 gap-y-0.5">
        <span>
          You asked it to break{' '}
          <code className="wire" title={misbehaviour.title}>
            {misbehaviour.id}
          </code>
          :
        </span>
        <span className={`inline-flex items-center gap-1 self-center font-[550] ${ink}`}>
          <Icon name={icon} className="size-3.5" />
          {warnedBecause === null ? words : `${words}, as a warning only, because ${warnedBecause}`}
        </span>
        {outcome === 'found' && (
          <Link href={href} scroll={false} prefetch={false} data-detail="" className="link target">
            {misbehaviour.staysUnseen
              ? 'not observed, as planned'
              : number === null
                ? 'see the check'
                : `exchange ${number}`}
          </Link>
        )}
      </p>
      {unfailed !== null && (
        <p className="text-ink-2" data-unfailed="">
          {unfailed}
        </p>
      )}
      {unexplained.length > 0 && (
        <p className="text-ink-2">
          Not explained by the misbehaviour:{' '}
          {unexplained.map(({ id, title, href: at }, index) => (
            <span key={id}>
              {index > 0 && '; '}
              <Link href={at} scroll={false} prefetch={false} data-detail="" className="link target">
                {title}
              </Link>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

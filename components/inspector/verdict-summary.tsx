// Client: keeps the RSC payload small.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { SummaryView } from '@/lib/core/engine/evidence/session-view'
import type { ClauseReference } from '@/lib/queries/checks'
import type { KnownMisbehaviour } from '@/lib/queries/known-misbehaviour'
import { ClauseLink } from '../ui/clause-link'
import { Icon } from '../ui/icon'
import { verdictTones as tones } from '../ui/verdict-styles'
import type { NowWords } from './model/flow-model'
import type { MisbehaviourRun } from './model/misbehaviour-run'

/** Failure to show first. */
interface FirstFailure {
  /** Introduction and place. */
  readonly lead: string
  /** The problem. */
  readonly words: string
  /** Remedy for a wallet developer; `null` if the check has none. */
  readonly fix: string | null
  /** Who is to change it. */
  readonly fixHeading: string
  /** Why it fails nothing; `null` for what failed or refused. */
  readonly whyItPasses: string | null
  readonly href: string
  /** The check that refused because of it, if it is another one. */
  readonly refusedBy: { readonly id: string; readonly href: string } | null
  /** Whether it is a rule of this service. */
  readonly house: boolean
  readonly clause: ClauseReference | undefined
  /** Its reason in the catalogue. */
  readonly catalogueHref: string
}

interface VerdictSummaryProps {
  readonly tone: OutcomeTone
  /** Headline, and what it omits (may be empty). */
  readonly sentence: string
  readonly detail: string
  /** As counted by the API. */
  readonly counts: Pick<SummaryView['counts'], 'warn' | 'pass' | 'not_observed' | 'not_applicable'>
  /** How many checks passed, of how many. */
  readonly passed: string
  /** `null` if nothing failed. */
  readonly first: FirstFailure | null
  /** Some other failed checks, and how many more there are. */
  readonly others: readonly {
    readonly id: string
    readonly words: string
    readonly href: string
    readonly place: string
  }[]
  readonly more: number
  readonly now: NowWords
}

/** Colour of a count; none for zero. */
const inkOf = (count: number, ink: string): string => (count === 0 ? 'text-ink-3' : ink)

/** Content of `VerdictHeader` above the strip. */
export function VerdictSummary({
  tone,
  sentence,
  detail,
  counts,
  passed,
  first,
  others,
  more,
  now,
}: VerdictSummaryProps) {
  const { icon, ink } = tones[tone]
  return (
    <div className="grid border-b border-line wide:grid-cols-[auto_minmax(0,1fr)]">
      <div className="grid content-center gap-1.5 border-line p-4 max-wide:border-b wide:min-w-[288px] wide:border-r wide:pr-6">
        <h2 id="verdict" data-tone={tone} className={cn('flex items-center gap-2 text-xl tracking-tight', ink)}>
          <Icon name={icon} className="size-[22px]" />
          {sentence}
        </h2>
        <p data-counts="" className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-sm tabular-nums">
          {detail !== '' && <span className="text-ink-2">{detail}</span>}{' '}
          <span className={inkOf(counts.warn, 'text-warn-ink')}>
            {counts.warn} {counts.warn === 1 ? 'warning' : 'warnings'}
          </span>{' '}
          <span className={inkOf(counts.pass, 'text-pass-ink')}>{passed}</span>{' '}
          <span className={inkOf(counts.not_observed, 'text-unseen-ink')}>{counts.not_observed} not observed</span>{' '}
          <span className="text-ink-3">{counts.not_applicable} not applicable</span>
        </p>
      </div>
      <div className="grid content-center gap-1 p-4">
        {first === null ? (
          <>
            <p className="text-sm text-ink-2">Next for you</p>
            <p data-now="" className="text-lg/[1.4] font-[550]">
              {now.say}
            </p>
            <p className="text-sm text-ink-2">{now.more}</p>
          </>
        ) : (
          <>
            <p className="text-sm text-ink-2">{first.lead}</p>
            <p className="text-lg/[1.4] font-[550]">
              <Link
                href={first.href}
                scroll={false}
                prefetch={false}
                data-detail=""
                className="target [overflow-wrap:anywhere] hover:underline"
              >
                {first.words}
              </Link>
            </p>
            {(first.refusedBy !== null || first.house) && (
              <p data-refused-by="" className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                {first.refusedBy !== null && (
                  <>
                    Refused by{' '}
                    <Link
                      href={first.refusedBy.href}
                      scroll={false}
                      prefetch={false}
                      data-detail=""
                      className="link wire text-xs"
                    >
                      {first.refusedBy.id}
                    </Link>
                    , which failed because of this.{' '}
                  </>
                )}
                {first.house && 'A rule of this service: no specification has it, and no MUST fails by it.'}
              </p>
            )}
            {/* Otherwise, in layouts with the detail and rail further down, they would be below the first screen. */}
            {first.fix !== null && (
              <p data-fix="" className="text-sm [overflow-wrap:anywhere] wide:hidden">
                <b className="font-[550]">{first.fixHeading}:</b> {first.fix}
              </p>
            )}
            {first.whyItPasses !== null && (
              <p data-passes="" className="text-sm [overflow-wrap:anywhere]">
                <b className="font-[550]">Why it passes:</b> {first.whyItPasses}
              </p>
            )}
            <p data-next="" className="text-sm [overflow-wrap:anywhere]">
              <b className="font-[550]">Next for you:</b> <span data-now="">{now.say}</span>{' '}
              <span className="text-ink-2">{now.more}</span>
            </p>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
              {first.clause && <ClauseLink clause={first.clause} className="target" />}
              <Link href={first.catalogueHref} prefetch={false} className="link target">
                In the catalogue
              </Link>
            </p>
            {others.length > 0 && (
              <div data-others="" className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                <p>Also failed:</p>
                <ul>
                  {others.map(({ id, words, href, place }) => (
                    <li key={id}>
                      <Link href={href} scroll={false} prefetch={false} data-detail="" className="link wire text-xs">
                        {id}
                      </Link>
                      {place}: {words}
                    </li>
                  ))}
                </ul>
                {more > 0 && <p>And {more} more.</p>}
              </div>
            )}
          </>
        )}
      </div>
    </div>
  )
}

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
    <div className="grid gap-1 border-b border-line px-4 py-2.5 text-sm" data-misbehaviour-run={outcome}>
      <p className="flex flex-wrap items-baseline gap-x-1.5 gap-y-0.5">
        <span>
          You asked it to break <code className="wire">{misbehaviour.id}</code>
          {misbehaviour.title !== misbehaviour.id && <span className="text-ink-2">, {misbehaviour.title}</span>}:
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

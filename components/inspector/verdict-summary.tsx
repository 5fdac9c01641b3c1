// Client: keeps the RSC payload small.
'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { SummaryView } from '@/lib/core/engine/evidence/session-view'
import { testerRuleSentence } from '@/lib/core/engine/evidence/tester-rule'
import type { Json } from '@/lib/core/shared/values/json'
import type { ClauseReference } from '@/lib/queries/checks'
import { ClauseLink } from '../ui/clause-link'
import { ExpectedAndSent } from './detail-parts'
import { sentencesOf } from './model/sentences'

/** What is told first: a failure, or a warning where nothing failed. */
interface FirstFailure {
  /** Introduction and place. */
  readonly lead: string
  /** The problem, without the value that came. */
  readonly words: string
  readonly expected: Json
  readonly sent: Json
  /** Remedy for a wallet developer; `null` if the check has none. */
  readonly fix: string | null
  /** Who is to change it. */
  readonly fixHeading: string
  /** Why it fails nothing; `null` for a failure. */
  readonly whyItPasses: string | null
  readonly href: string
  /** The check that refused because of it, if it is another one. */
  readonly refusedBy: { readonly id: string; readonly href: string } | null
  /** Whether it is a rule of this service. */
  readonly house: boolean
  /** Whether only the tester of the session has it. */
  readonly tester: boolean
  readonly clause: ClauseReference | undefined
  /** Its reason in the catalogue. */
  readonly catalogueHref: string
}

interface VerdictSummaryProps {
  /** As counted by the API. */
  readonly counts: SummaryView['counts']
  /** How many checks passed, of how many. */
  readonly passed: string
  /** `null` if nothing failed and nothing warned. */
  readonly first: FirstFailure | null
  /** Some other failed checks, and how many more there are. */
  readonly others: readonly { readonly id: string; readonly href: string; readonly place: string }[]
  readonly more: number
  /** What the developer does next, and where that is started; `null` where no page starts it. */
  readonly next: string
  readonly nextHref: string | null
  readonly actions: ReactNode
}

/** Colour of a count; none for zero. */
const inkOf = (count: number, ink: string): string => (count === 0 ? 'text-ink-3' : ink)

/** A name beside its words: two columns, on a phone one line. */
function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-3 md:grid-cols-[86px_minmax(0,1fr)]">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** Content of `VerdictHeader` above the strip. */
export function VerdictSummary({ counts, passed, first, others, more, next, nextHref, actions }: VerdictSummaryProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      {first === null ? (
        <h2 id="cause" className="sr-only">
          What to do
        </h2>
      ) : (
        <FirstTold first={first} />
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {first?.whyItPasses && (
          <Row name="Why it passes">
            <span data-passes="">{first.whyItPasses}</span>
          </Row>
        )}
        {first !== null && first.fix !== null && (
          <Row name={first.fixHeading}>
            <Fix text={first.fix} />
          </Row>
        )}
        <Row name="Next for you">
          <span data-next="" data-now="">
            {nextHref === null ? (
              next
            ) : (
              <Link className="link" href={nextHref} prefetch={false}>
                {next}
              </Link>
            )}
          </span>
        </Row>
      </dl>
      {first !== null && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {first.clause && <ClauseLink clause={first.clause} className="target" />}
          <Link href={first.catalogueHref} prefetch={false} className="link target">
            Catalogue
          </Link>
        </p>
      )}
      {others.length > 0 && (
        <p data-others="" className="flex flex-wrap gap-x-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
          Also failed:{' '}
          {others.map(({ id, href, place }) => (
            <span key={id}>
              <Link href={href} scroll={false} prefetch={false} data-detail="" className="link target wire text-xs">
                {id}
              </Link>
              {place}
            </span>
          ))}
          {more > 0 && <span>and {more} more</span>}
        </p>
      )}
      {actions}
      <p data-counts="" className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-sm tabular-nums">
        <span className={inkOf(counts.fail, 'text-fail-ink')}>{counts.fail} failed</span>{' '}
        <span className={inkOf(counts.warn, 'text-warn-ink')}>
          {counts.warn} {counts.warn === 1 ? 'warning' : 'warnings'}
        </span>{' '}
        <span className={inkOf(counts.pass, 'text-pass-ink')}>{passed}</span>{' '}
        <span className={inkOf(counts.not_observed, 'text-unseen-ink')}>{counts.not_observed} not observed</span>{' '}
        <span className="text-ink-3">{counts.not_applicable} not applicable</span>
      </p>
    </div>
  )
}

function FirstTold({
  first: { lead, words, expected, sent, href, refusedBy, house, tester },
}: {
  readonly first: FirstFailure
}) {
  return (
    <>
      <div>
        <p className="text-sm text-ink-2">{lead}</p>
        <h2 id="cause" className="text-xl/[1.3] tracking-tight">
          <Link
            href={href}
            scroll={false}
            prefetch={false}
            data-detail=""
            data-cause=""
            className="target [overflow-wrap:anywhere] hover:underline"
          >
            {words}
          </Link>
        </h2>
        {(refusedBy !== null || house || tester) && (
          <p data-refused-by="" className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            {refusedBy !== null && (
              <>
                Refused by{' '}
                <Link
                  href={refusedBy.href}
                  scroll={false}
                  prefetch={false}
                  data-detail=""
                  className="link wire text-xs"
                >
                  {refusedBy.id}
                </Link>
                , which failed because of this.{' '}
              </>
            )}
            {tester && testerRuleSentence}
            {house && 'A rule of this service: no specification has it, and no MUST fails by it.'}
          </p>
        )}
      </div>
      {(expected !== null || sent !== null) && <ExpectedAndSent expected={expected} sent={sent} brief />}
    </>
  )
}

/** One sentence, or a list of them once it is long. */
function Fix({ text }: { readonly text: string }) {
  const parts = sentencesOf(text)
  if (parts.length === 1) return <span data-fix="">{text}</span>
  return (
    <ul data-fix="" className="grid list-disc gap-0.5 pl-4">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
}

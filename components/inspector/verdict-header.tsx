import type { ReactNode } from 'react'
import { whyItPasses } from '@/lib/core/engine/checks/tolerated-because'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import { passedOf } from '@/lib/core/engine/evidence/session-outcome'
import type { SummaryView } from '@/lib/core/engine/evidence/session-view'
import type { NextForYou, SessionCause } from '@/lib/core/engine/evidence/z-session-view'
import { type HrefOf, type InspectorTarget, paths } from '@/lib/paths'
import { failureHeadlineOf } from '@/lib/queries/findings'
import { Panel } from '../ui/panel'
import { CheckSpectrum } from './check-spectrum'
import { MisbehaviourRunLine } from './misbehaviour-line'
import type { Failure, JudgedCheck } from './model/judged-check'
import type { MisbehaviourRun } from './model/misbehaviour-run'
import { VerdictSummary } from './verdict-summary'

interface VerdictHeaderProps {
  readonly hrefOf: HrefOf
  readonly checks: readonly JudgedCheck[]
  /** As counted by the API. */
  readonly counts: SummaryView['counts']
  readonly drafts: SummaryView['drafts']
  /** Result of the reference wallet's misbehaviour; `null` if there was none. */
  readonly misbehaviourRun: MisbehaviourRun | null
  /** What is told first: the failure that the read-back names, or the first warning. */
  readonly first: Failure | null
  readonly cause: SessionCause | null
  readonly nextForYou: NextForYou
  readonly failures: readonly Failure[]
  readonly exchangeNumberOf: (exchangeId: string | null) => number | null
  /** Buttons: run again, share, report. */
  readonly actions: ReactNode
  readonly target: InspectorTarget
}

/** Most other failed checks that are named. */
const othersMax = 5

/** Introduces what is told first, and its place. `number`: that of its exchange; `null` without one. */
function introduction(
  { entry: { status, exchange_id, softened, level } }: Failure,
  { refused, number }: { readonly refused: boolean; readonly number: number | null },
): string {
  if (refused) {
    if (exchange_id === null) return 'Why the presentation was refused'
    return number === null ? 'Why a request was refused' : `Why request ${number} was refused`
  }
  const isLikely = softened === 'inferred' && level === 'must'
  const first = status === 'fail' ? 'First failure' : isLikely ? 'Most likely failed' : 'First warning'
  return number === null ? first : `${first}, in exchange ${number}`
}

/** Where the next useful test is started; `null` where this page has it. */
const testHref = (test: NextForYou['test']): string | null =>
  test === 'ask_back' || test === 'other_format'
    ? paths.startPresentation()
    : test === 'smoke'
      ? paths.campaigns()
      : null

/** What was wrong once, what to change and what to do next, with the strip of all checks. */
export function VerdictHeader({
  hrefOf,
  checks,
  counts,
  drafts,
  misbehaviourRun,
  first,
  cause,
  nextForYou,
  failures,
  exchangeNumberOf,
  actions,
  target,
}: VerdictHeaderProps) {
  const refusedBy = cause?.refused_by ?? null
  const others = [...new Map(failures.map((failure) => [failure.check.id, failure])).values()].filter(
    ({ check }) => check.id !== first?.check.id && check.id !== refusedBy,
  )
  const hrefOfCheck = (check: string, exchangeId: string | null) =>
    hrefOf({ ...target, exchange: exchangeId ?? undefined, tab: undefined, check })
  const place = (failure: Failure) => {
    const number = exchangeNumberOf(failure.entry.exchange_id)
    return number === null ? '' : `, exchange ${number}`
  }
  return (
    <Panel labelledBy="cause">
      <VerdictSummary
        counts={counts}
        passed={passedOf(counts)}
        first={
          first && {
            lead: introduction(first, {
              refused: first.entry.rejected || refusedBy !== null,
              number: exchangeNumberOf(first.entry.exchange_id),
            }),
            words: failureHeadlineOf(first.entry),
            expected: first.entry.expected,
            sent: first.entry.actual,
            fix: first.entry.hint,
            fixHeading: (first.entry.acts ?? 'wallet') === 'wallet' ? 'Fix' : fixHeading(first.entry.acts),
            whyItPasses: first.entry.status === 'warn' && !first.entry.rejected ? whyItPasses(first.entry) : null,
            href: hrefOfCheck(first.check.id, first.entry.exchange_id),
            refusedBy:
              refusedBy === null ? null : { id: refusedBy, href: hrefOfCheck(refusedBy, first.entry.exchange_id) },
            house: first.entry.rule === 'house',
            tester: first.entry.rule === 'tester',
            clause: first.entry.rule === 'tester' ? undefined : (cause?.clause ?? first.check.clauses[0]),
            catalogueHref: paths.reason(first.entry),
          }
        }
        others={others.slice(0, othersMax).map((failure) => ({
          id: failure.check.id,
          href: hrefOfCheck(failure.check.id, failure.entry.exchange_id),
          place: place(failure),
        }))}
        more={Math.max(0, others.length - othersMax)}
        next={nextForYou.do}
        nextHref={testHref(nextForYou.test)}
        actions={actions}
      />
      {drafts !== null && (
        <p data-drafts="" className="border-t border-line px-4 py-2.5 text-sm">
          {drafts.line}
        </p>
      )}
      {misbehaviourRun !== null && (
        <MisbehaviourRunLine
          misbehaviour={misbehaviourRun.misbehaviour}
          outcome={misbehaviourRun.outcome}
          unfailed={misbehaviourRun.unfailed}
          warnedBecause={misbehaviourRun.warnedBecause}
          number={exchangeNumberOf(misbehaviourRun.exchangeId)}
          href={hrefOfCheck(misbehaviourRun.misbehaviour.checkId, misbehaviourRun.exchangeId)}
          unexplained={misbehaviourRun.unexplained.map(({ id, title, deciding }) => ({
            id,
            title,
            href: hrefOfCheck(id, deciding.exchange_id),
          }))}
        />
      )}
      <CheckSpectrum checks={checks} hrefOf={hrefOf} target={target} />
    </Panel>
  )
}

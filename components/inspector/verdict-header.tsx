import { whyItPasses } from '@/lib/core/engine/checks/tolerated-because'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import { outcomeDetail, passedOf } from '@/lib/core/engine/evidence/session-outcome'
import type { SummaryView } from '@/lib/core/engine/evidence/session-view'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { type HrefOf, type InspectorTarget, paths } from '@/lib/paths'
import type { ClauseReference } from '@/lib/queries/checks'
import { failureSentenceOf } from '@/lib/queries/findings'
import { Panel } from '../ui/panel'
import { CheckSpectrum } from './check-spectrum'
import type { NowWords } from './model/flow-model'
import type { Failure, JudgedCheck } from './model/judged-check'
import type { MisbehaviourRun } from './model/misbehaviour-run'
import { MisbehaviourRunLine, VerdictSummary } from './verdict-summary'

interface VerdictHeaderProps {
  readonly hrefOf: HrefOf
  readonly outcome: SessionOutcome
  readonly checks: readonly JudgedCheck[]
  /** As counted by the API. */
  readonly counts: SummaryView['counts']
  readonly drafts: SummaryView['drafts']
  /** Result of the reference wallet's misbehaviour; `null` if there was none. */
  readonly misbehaviourRun: MisbehaviourRun | null
  /** Failure to show first, and all failures. */
  readonly first: Failure | null
  /** The check that refused because of it, if it is another one. */
  readonly refusedBy: string | null
  /** The clause that has the rule. */
  readonly clause: ClauseReference | null
  readonly failures: readonly Failure[]
  readonly exchangeNumberOf: (exchangeId: string | null) => number | null
  /** What the developer does next. */
  readonly now: NowWords
  readonly target: InspectorTarget
}

/** Most other failed checks that are named. */
const othersMax = 5

/** Introduces the first failure and its place. `number`: that of its exchange; `null` without one. */
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

/** Ten-second summary: counts, first refusing failure, strip. */
export function VerdictHeader({
  hrefOf,
  outcome,
  checks,
  counts,
  drafts,
  misbehaviourRun,
  first,
  refusedBy,
  clause,
  failures,
  exchangeNumberOf,
  now,
  target,
}: VerdictHeaderProps) {
  const others = [...new Map(failures.map((failure) => [failure.check.id, failure])).values()].filter(
    ({ check }) => check.id !== first?.check.id && check.id !== refusedBy,
  )
  const hrefOfCheck = (check: string, exchangeId: string | null) =>
    hrefOf({ ...target, exchange: exchangeId ?? undefined, tab: undefined, check })
  const hrefOfFailure = ({ check, entry }: Failure) => hrefOfCheck(check.id, entry.exchange_id)
  const place = (failure: Failure) => {
    const number = exchangeNumberOf(failure.entry.exchange_id)
    return number === null ? '' : `, exchange ${number}`
  }
  return (
    <Panel labelledBy="verdict" className="mb-4">
      <VerdictSummary
        tone={toneOf(outcome)}
        sentence={outcome.sentence}
        detail={outcomeDetail(outcome)}
        counts={counts}
        passed={passedOf(counts)}
        first={
          first && {
            lead: introduction(first, {
              refused: first.entry.rejected || refusedBy !== null,
              number: exchangeNumberOf(first.entry.exchange_id),
            }),
            words: failureSentenceOf(first.entry),
            fix: first.entry.hint,
            fixHeading: fixHeading(first.entry.acts),
            whyItPasses: first.entry.status === 'warn' && !first.entry.rejected ? whyItPasses(first.entry) : null,
            href: hrefOfFailure(first),
            refusedBy:
              refusedBy === null ? null : { id: refusedBy, href: hrefOfCheck(refusedBy, first.entry.exchange_id) },
            house: first.entry.rule === 'house',
            clause: clause ?? first.check.clauses[0],
            catalogueHref: paths.reason(first.entry),
          }
        }
        others={others.slice(0, othersMax).map((failure) => ({
          id: failure.check.id,
          words: failureSentenceOf(failure.entry),
          href: hrefOfFailure(failure),
          place: place(failure),
        }))}
        more={Math.max(0, others.length - othersMax)}
        now={now}
      />
      {drafts !== null && (
        <p data-drafts="" className="border-b border-line px-4 py-2.5 text-sm">
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

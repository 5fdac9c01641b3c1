import Link from 'next/link'
import { cn } from '@/lib/cn'
import { failureSentence } from '@/lib/core/evidence/failure-sentence'
import type { SummaryView } from '@/lib/core/evidence/session-view'
import type { SessionVerdict } from '@/lib/core/evidence/verdict'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { ClauseLink } from '../ui/clause-link'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { verdictTones as tones } from '../ui/verdict-tones'
import { CheckSpectrum } from './check-spectrum'
import { FaultRunLine } from './fault-run-line'
import type { FaultRun } from './model/fault-run'
import type { NowWords } from './model/flow-model'
import type { Failure, JudgedCheck } from './model/judged-check'

interface VerdictHeaderProps {
  readonly hrefOf: HrefOf
  readonly verdict: SessionVerdict
  readonly checks: readonly JudgedCheck[]
  /** As the API counts them. */
  readonly counts: SummaryView['counts']
  readonly drafts: SummaryView['drafts']
  /** The outcome of the fault that the reference wallet was run with; `null` if there was none. */
  readonly faultRun: FaultRun | null
  /** The failure to show first, and all failures. */
  readonly first: Failure | null
  readonly failures: readonly Failure[]
  readonly exchangeNumberOf: (exchangeId: string | null) => number | null
  readonly now: NowWords
  readonly target: InspectorTarget
}

/** The summary for a reader with ten seconds: the count, the first refusing failure, the strip. */
export function VerdictHeader({
  hrefOf,
  verdict,
  checks,
  counts,
  drafts,
  faultRun,
  first,
  failures,
  exchangeNumberOf,
  now,
  target,
}: VerdictHeaderProps) {
  const { tone, also } = verdict
  const { icon, ink } = tones[tone]
  const others = [...new Map(failures.map((failure) => [failure.check.id, failure])).values()].filter(
    ({ check }) => check.id !== first?.check.id,
  )
  const hrefOfFailure = ({ check, entry }: Failure) =>
    hrefOf({
      ...target,
      exchange: entry.exchange_id ?? undefined,
      tab: undefined,
      check: check.id,
    })
  const place = (failure: Failure) => {
    const number = exchangeNumberOf(failure.entry.exchange_id)
    return number === null ? '' : `, exchange ${number}`
  }
  return (
    <Panel labelledBy="verdict" className="mb-4">
      <div className="grid border-b border-line wide:grid-cols-[auto_minmax(0,1fr)]">
        <div className="grid content-center gap-1.5 border-line p-4 max-wide:border-b wide:min-w-[288px] wide:border-r wide:pr-6">
          <h2 id="verdict" data-tone={tone} className={cn('flex items-center gap-2 text-xl tracking-tight', ink)}>
            <Icon name={icon} className="size-[22px]" />
            {verdict.words}
          </h2>
          <p data-counts="" className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-sm tabular-nums">
            {also !== '' && <span className="text-ink-2">{also}</span>}
            <span className="text-warn-ink">
              {counts.warn} {counts.warn === 1 ? 'warning' : 'warnings'}
            </span>
            <span className="text-pass-ink">{counts.pass} passed</span>
            <span className="text-unseen-ink">{counts.not_observed} not seen</span>
            <span className="text-ink-3">{counts.not_applicable} not applicable</span>
          </p>
        </div>
        <div className="grid content-center gap-1 p-4">
          {first === null ? (
            <>
              <p className="text-sm text-ink-2">What the wallet should do now</p>
              <p className="text-lg/[1.4] font-[550]">{now.say}</p>
              <p className="text-sm text-ink-2">{now.more}</p>
            </>
          ) : (
            <>
              <p className="text-sm text-ink-2">
                {first.entry.status === 'fail' ? 'First failure' : 'First finding'}
                {first.entry.rejected &&
                  (first.entry.exchange_id === null ? ' that refused the presentation' : ' that refused a request')}
                {place(first).replace(', ', ', in ')}
              </p>
              <p className="text-lg/[1.4] font-[550]">
                <Link
                  href={hrefOfFailure(first)}
                  scroll={false}
                  prefetch={false}
                  data-detail=""
                  className="[overflow-wrap:anywhere] hover:underline"
                >
                  {failureSentence(first.entry)}
                </Link>
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
                {first.check.clauses[0] && <ClauseLink clause={first.check.clauses[0]} />}
                {others.length > 0 && (
                  <span>
                    Also failed:{' '}
                    {others.slice(0, 3).map((failure, index) => (
                      <span key={failure.check.id}>
                        {index > 0 && '; '}
                        <Link
                          href={hrefOfFailure(failure)}
                          scroll={false}
                          prefetch={false}
                          data-detail=""
                          className="link wire text-xs"
                        >
                          {failure.check.id}
                        </Link>
                        {place(failure)}
                      </span>
                    ))}
                    {others.length > 3 && `; and ${others.length - 3} more`}
                  </span>
                )}
              </p>
            </>
          )}
        </div>
      </div>
      {drafts !== null && (
        <p data-drafts="" className="border-b border-line px-4 py-2.5 text-sm">
          {drafts.line}
        </p>
      )}
      {faultRun !== null && (
        <FaultRunLine run={faultRun} hrefOf={hrefOf} exchangeNumberOf={exchangeNumberOf} target={target} />
      )}
      <CheckSpectrum checks={checks} hrefOf={hrefOf} target={target} />
    </Panel>
  )
}

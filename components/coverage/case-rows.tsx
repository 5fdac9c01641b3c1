import { cn } from '@/lib/cn'
import { enteredBy, evidenceWords } from '@/lib/core/campaigns/official-cases/entered-results'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { remarkSentence } from '@/lib/core/campaigns/statement/statement-words'
import { checkById } from '@/lib/core/issuer-and-verifier'
import { visibleText } from '@/lib/core/shared/values/escape'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { FoldedPanel } from '../ui/panel'
import { LocalTime } from '../ui/time'

type Case = CoverageView['cases'][number]

/** Result of a case. Cases that are out of scope are split by their class. */
type CaseResult = Exclude<Case['verdict'], 'out'> | 'gap' | 'out_of_scope'

/** Results in bar order, with text and colour. */
export const caseVerdictWords: readonly {
  readonly verdict: CaseResult
  readonly words: string
  /** Fill of a bar segment: a colour if a session decides the case, otherwise a pattern. */
  readonly fill: string
  readonly ink: string
}[] = [
  { verdict: 'passed', words: 'passed', fill: 'bg-pass-ink', ink: 'text-pass-ink' },
  { verdict: 'failed', words: 'failed', fill: 'bg-fail-ink', ink: 'text-fail-ink' },
  { verdict: 'inconclusive', words: 'inconclusive', fill: 'bg-warn-ink', ink: 'text-warn-ink' },
  { verdict: 'not_applicable', words: 'not applicable', fill: 'bg-unseen-ink', ink: 'text-unseen-ink' },
  { verdict: 'not_run', words: 'not run', fill: 'bg-line', ink: 'text-ink-2' },
  { verdict: 'manual', words: 'manual', fill: 'bar-dotted', ink: 'text-ink-2' },
  { verdict: 'gap', words: 'not covered yet', fill: 'bar-hatched', ink: 'text-ink-2' },
  { verdict: 'out_of_scope', words: 'out of scope', fill: 'bar-ruled', ink: 'text-ink-2' },
]

/** Result of a case as the bars group it. */
export const resultOf = (one: Pick<Case, 'verdict' | 'class'>): CaseResult =>
  one.verdict === 'out' ? (one.class === 'gap' ? 'gap' : 'out_of_scope') : one.verdict

/** Cases per result in words; omits empty results. */
export const countWords = (counts: Readonly<Record<CaseResult, number>>): string =>
  caseVerdictWords
    .filter(({ verdict }) => counts[verdict] > 0)
    .map(({ verdict, words }) => `${counts[verdict]} ${words}`)
    .join(', ')

type Entered = NonNullable<CoverageView['cases'][number]['entered']>

/** Result entered by a person for a case, and who entered it. */
export function EnteredResultLine({
  entered: { result, note, entered_at: at, by, tester, evidence = [] },
}: {
  readonly entered: Entered
}) {
  const words = caseVerdictWords.find(({ verdict }) => verdict === result)
  return (
    <p className="text-sm text-ink-2">
      <span className={cn('font-[550]', words?.ink)}>{words?.words}</span>,{' '}
      {enteredBy({ by, tester: tester === undefined ? undefined : visibleText(tester) })} on <LocalTime at={at} />
      {evidence.map((one) => (
        <span key={evidenceWords(one)} className="block [overflow-wrap:anywhere]">
          Evidence: {visibleText(evidenceWords(one))}
        </span>
      ))}
      {note !== '' && <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{visibleText(note)}</span>}
    </p>
  )
}

interface CaseRowProps {
  readonly one: CoverageView['cases'][number]
}

/** One official case: what it tests, its verdict and reason, and the session that decided it. */
export function CaseRow({ one }: CaseRowProps) {
  const { id, url, objective, relevancy, remark, failed_check, note, defect, preset, session, conditional } = one
  const { alongside, control, contradicted_by: contraries } = one
  const words = caseVerdictWords.find(({ verdict }) => verdict === resultOf(one))
  return (
    <li className="grid gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-0.5">
        <p>
          {objective} <span className="text-sm text-ink-2">({relevancy})</span>
        </p>
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          <a className="link target" href={url}>
            {id}
          </a>
        </p>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-2">
          <span className={cn('font-[550]', words?.ink)}>{words?.words}</span>
          {failed_check !== null && (
            <a className="link target" href={paths.check(failed_check)}>
              {failed_check}
            </a>
          )}
          {preset !== null && (
            <span className="[overflow-wrap:anywhere]">
              {alongside.length === 0 ? 'Preset' : 'Presets'}: {[preset, ...alongside].join(', ')}
            </span>
          )}
          {control !== null && <span className="[overflow-wrap:anywhere]">After: {control}</span>}
          {remark !== null && <span className="[overflow-wrap:anywhere]">{remarkSentence(remark)}</span>}
          {note !== null && (
            <span>
              {conditional && 'Conditional: '}
              {note}
            </span>
          )}
        </p>
        {contraries.length > 0 && (
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            Not counted: {contraries.join(', ')} {contraries.length === 1 ? 'demands' : 'demand'} the contrary, and
            passed.
          </p>
        )}
        {one.entered !== null && <EnteredResultLine entered={one.entered} />}
        <EarlierRuns one={one} />
        {one.review_needed && (
          <p className="text-sm text-warn-ink">
            The framework has a newer text of this case, for which this mapping is not reviewed.
          </p>
        )}
        {defect !== null && <p className="text-sm text-warn-ink">Defect of the framework: {defect}</p>}
      </div>
      {session !== null && (
        <a
          className={buttonClass({ size: 'small' })}
          href={new URL(session.inspector_url).pathname}
          aria-label={`Inspect the session of ${id}`}
        >
          Inspect
        </a>
      )}
    </li>
  )
}

/** Earlier sessions of the deciding preset, with result, time and link. They do not count. */
function EarlierRuns({ one: { id, earlier } }: { readonly one: CoverageView['cases'][number] }) {
  if (earlier.length === 0) return null
  return (
    <details className="text-sm text-ink-2">
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        {earlier.length} earlier {earlier.length === 1 ? 'run' : 'runs'}
        <span className="sr-only"> of {id}</span>
      </summary>
      <ul className="grid gap-1 pb-1">
        {earlier.map(({ session_id, inspector_url, created_at, verdict, remark }) => {
          const words = caseVerdictWords.find((each) => each.verdict === verdict)
          return (
            <li key={session_id} className="flex flex-wrap gap-x-3">
              <a className="link target" href={new URL(inspector_url).pathname}>
                <LocalTime at={created_at} />
              </a>
              <span className={words?.ink}>{words?.words ?? 'not read'}</span>
              {remark !== null && <span className="[overflow-wrap:anywhere]">{remarkSentence(remark)}</span>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/**
 * Failed cases grouped by the check that failed; last, those that are not counted: by a check that asks more
 * than the case, and those that cannot pass together with another case.
 */
export function FailedPanel({ coverage: { cases, causes } }: { readonly coverage: CoverageView }) {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const found = causes.filter(({ cases: failed }) => failed.length > 0)
  const contradicted = cases.filter(({ contradicted_by }) => contradicted_by.length > 0)
  const stricter = cases.filter(({ remark, contradicted_by }) => remark === 'stricter' && contradicted_by.length === 0)
  const count = found.reduce((sum, { cases: failed }) => sum + failed.length, 0)
  if (count + contradicted.length + stricter.length === 0) return null
  return (
    <FoldedPanel
      id="failed"
      title={`Failed (${count} from ${found.length} ${found.length === 1 ? 'cause' : 'causes'})`}
      open
    >
      {found.map((cause) => (
        <section key={cause.check} aria-label={cause.check}>
          <h3 className="border-t border-line px-4 pt-3 pb-1 text-base font-[550] tracking-normal [overflow-wrap:anywhere]">
            <a className="link target" href={paths.check(cause.check)}>
              {cause.check}
            </a>
          </h3>
          <p className="px-4 pb-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
            This does not hold: {checkById(cause.check)?.title ?? cause.check}.
          </p>
          {cause.left_open.length > 0 && (
            <p className="px-4 pb-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
              It also left {cause.left_open.length} {cause.left_open.length === 1 ? 'case' : 'cases'} undecided:{' '}
              {cause.left_open.join(', ')}.
            </p>
          )}
          <Rows cases={cause.cases.flatMap((id) => byId.get(id) ?? [])} />
        </section>
      ))}
      {stricter.length > 0 && (
        <section aria-label="Not counted">
          <h3 className="border-t border-line px-4 pt-3 pb-1 text-base font-[550] tracking-normal">
            Not counted, because our check asks more than the case ({stricter.length})
          </h3>
          <Rows cases={stricter} />
        </section>
      )}
      {contradicted.length > 0 && (
        <section aria-label="Contradicted">
          <h3 className="border-t border-line px-4 pt-3 pb-1 text-base font-[550] tracking-normal">
            Contradicted ({contradicted.length})
          </h3>
          <Rows cases={contradicted} />
        </section>
      )}
    </FoldedPanel>
  )
}

const Rows = ({ cases }: { readonly cases: readonly Case[] }) => (
  <ul>
    {cases.map((one) => (
      <CaseRow key={one.id} one={one} />
    ))}
  </ul>
)

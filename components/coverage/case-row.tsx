import { cn } from '@/lib/cn'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { LocalTime } from '../ui/local-time'
import { caseVerdictWords, remarkWords, resultOf } from './case-verdict-words'
import { EnteredResultLine } from './entered-result'

interface CaseRowProps {
  readonly one: CoverageView['cases'][number]
}

/** One case: what it tests, its verdict, why, and the session that decided it. */
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
          {remark !== null && <span className="[overflow-wrap:anywhere]">{remarkWords(remark)}</span>}
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

/** Earlier sessions of the preset that decides a case, each with result, time and link. They do not count. */
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
              {remark !== null && <span className="[overflow-wrap:anywhere]">{remarkWords(remark)}</span>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

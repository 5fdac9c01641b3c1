import { cn } from '@/lib/cn'
import { enteredBy } from '@/lib/core/campaigns/official-cases/entered-view'
import { evidenceWords } from '@/lib/core/campaigns/official-cases/evidence-words'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { visibleText } from '@/lib/core/ground/values/visible-text'
import { LocalTime } from '../ui/local-time'
import { caseVerdictWords } from './case-verdict-words'

type Entered = NonNullable<CoverageView['cases'][number]['entered']>

/** What was entered for a case, marked with who did. */
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

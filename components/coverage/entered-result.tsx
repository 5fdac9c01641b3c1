import { cn } from '@/lib/cn'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { visibleText } from '@/lib/core/ground/values/visible-text'
import { caseVerdictWords } from './case-verdict-words'
import { minuteOf } from './minute-of'

type Entered = NonNullable<CoverageView['cases'][number]['entered']>

/** A person's entry for a case, marked as such. */
export function EnteredResultLine({ entered: { result, note, entered_at: at } }: { readonly entered: Entered }) {
  const words = caseVerdictWords.find(({ verdict }) => verdict === result)
  return (
    <p className="text-sm text-ink-2">
      <span className={cn('font-[550]', words?.ink)}>{words?.words}</span>, entered by a person on{' '}
      <time dateTime={at}>{minuteOf(at)}</time>
      {note !== '' && <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{visibleText(note)}</span>}
    </p>
  )
}

import { cn } from '@/lib/cn'
import { caseVerdictWords } from './case-verdict-words'

/** The legend of the bars. */
export function BarKey() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {caseVerdictWords.map(({ verdict, words, fill }) => (
        <li key={verdict} className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className={cn('h-3 w-5 rounded-sm border border-line-strong', fill)} />
          {words}
        </li>
      ))}
    </ul>
  )
}

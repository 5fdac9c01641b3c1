import type { CoverageView } from '@/lib/core/official-cases/z-coverage'
import { CaseRow } from './case-row'
import { caseVerdictWords } from './case-verdict-words'
import { areaWords } from './coverage-bars'

interface CaseAreaProps {
  readonly area: string
  readonly cases: CoverageView['cases']
}

/** The cases of one area, folded: all of them at once are many screens. */
export function CaseArea({ area, cases }: CaseAreaProps) {
  const words = caseVerdictWords.flatMap(({ verdict, words }) => {
    const count = cases.filter((one) => one.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return (
    <details className="border-t border-line">
      <summary className="chevron flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-2">
        <span>{areaWords(area)}</span>
        <span className="text-sm text-ink-2">{words.join(', ')}</span>
      </summary>
      <ul>
        {cases.map((one) => (
          <CaseRow key={one.id} one={one} />
        ))}
      </ul>
    </details>
  )
}

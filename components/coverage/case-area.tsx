import Link from 'next/link'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { Icon } from '../ui/icon'
import { CaseRow } from './case-row'
import { caseVerdictWords, resultOf } from './case-verdict-words'
import { areaWords } from './coverage-bars'

interface CaseAreaProps {
  readonly area: string
  readonly cases: CoverageView['cases']
  readonly isOpen: boolean
  /** URL of the page with this area expanded or collapsed. */
  readonly toggle: string
}

/** The cases of one area. Collapsed areas leave theirs out of the page: all of them together weigh a megabyte. */
export function CaseArea({ area, cases, isOpen, toggle }: CaseAreaProps) {
  const words = caseVerdictWords.flatMap(({ verdict, words }) => {
    const count = cases.filter((one) => resultOf(one) === verdict).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return (
    <section className="border-t border-line" aria-label={areaWords(area)}>
      <h3 className="text-base font-normal tracking-normal">
        <Link
          href={toggle}
          prefetch={false}
          scroll={false}
          aria-expanded={isOpen}
          className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-hover"
        >
          <Icon name={isOpen ? 'down' : 'right'} className="size-4 text-ink-3" />
          <span>{areaWords(area)}</span>
          <span className="text-sm text-ink-2">{words.join(', ')}</span>
        </Link>
      </h3>
      {isOpen && (
        <ul>
          {cases.map((one) => (
            <CaseRow key={one.id} one={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

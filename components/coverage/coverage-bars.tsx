import { cn } from '@/lib/cn'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { caseVerdictWords, countWords } from './case-verdict-words'

/** One bar per area and relevancy, with its numbers in words. */
export function CoverageBars({ groups }: { readonly groups: CoverageView['groups'] }) {
  return (
    <ul className="mt-3 grid gap-3">
      {groups.map(({ area, relevancy, counts }) => (
        <li key={`${area} ${relevancy}`} className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[240px_minmax(0,1fr)]">
          <span>
            {areaWords(area)}, {relevancy}
          </span>
          <span className="grid min-w-0 gap-1">
            <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm border border-line">
              {caseVerdictWords.map(({ verdict, fill }) =>
                counts[verdict] === 0 ? null : (
                  <i key={verdict} className={cn('h-full', fill)} style={{ flexGrow: counts[verdict] }} />
                ),
              )}
            </span>
            <span className="text-ink-2">
              {counts.cases} {counts.cases === 1 ? 'case' : 'cases'}: {countWords(counts)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `MessageStructure` as words. */
export const areaWords = (area: string): string =>
  area
    .split('/')
    .map((part) =>
      part.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`),
    )
    .join(' / ')

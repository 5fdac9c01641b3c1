import type { totalsOf } from '@/lib/core/scoreboard/rows/board-view'
import { countWords, rateWords } from '@/lib/core/scoreboard/rows/row-words'
import { RelativeTime } from '../ui/relative-time'

interface BoardHeaderProps {
  readonly totals: ReturnType<typeof totalsOf>
  readonly committedAt: string
  readonly now: number
}

/** What the scoreboard is, and its totals. */
export function BoardHeader({ totals, committedAt, now }: BoardHeaderProps) {
  const figures = [
    ['pipelines', countWords(totals.pipelines)],
    ['runs', countWords(totals.runs)],
    ['succeeded', totals.runs === 0 ? '—' : rateWords(totals.runs, totals.successes)],
  ] as const
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3 pt-6 pb-4">
      <div className="mr-auto">
        <h1 className="text-2xl">Pipeline scoreboard</h1>
        <p className="mt-1 text-ink-2">
          How often each test pipeline succeeded, across wallets, issuers and verifiers.
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 max-md:w-full max-md:justify-between max-md:gap-x-3">
        {figures.map(([words, figure]) => (
          <div key={words} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-2">{words}</dt>
            <dd className="text-base font-semibold tabular-nums md:text-lg">{figure}</dd>
          </div>
        ))}
        {committedAt !== '' && (
          <div className="flex flex-col-reverse">
            <dt className="text-xs text-ink-2">updated</dt>
            <dd className="text-base font-semibold md:text-lg">
              <RelativeTime at={committedAt} now={now} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

import type { totalsOf } from '@/lib/core/scoreboard/rows/board-view'
import { countWords, rateWords } from '@/lib/core/scoreboard/rows/row-words'
import { RelativeTime } from '../ui/relative-time'

interface BoardHeaderProps {
  /** `null` while they are on their way: bars stand in their place. */
  readonly totals: ReturnType<typeof totalsOf> | null
  /** RFC 3339, '' before the first aggregation. */
  readonly committedAt: string
  readonly now: number
}

const successWords = ({ runs, successes }: ReturnType<typeof totalsOf>): string =>
  runs === 0 ? '—' : rateWords(runs, successes)

/** As high as a figure. */
const bar = <span className="block w-12 rounded-sm bg-line text-transparent">0</span>

function Figure({ words, children }: { readonly words: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-ink-2">{words}</dt>
      <dd className="text-base font-semibold tabular-nums md:text-lg">{children}</dd>
    </div>
  )
}

/** What the scoreboard is, and its totals. */
export function BoardHeader({ totals, committedAt, now }: BoardHeaderProps) {
  const figures = totals === null ? null : [countWords(totals.pipelines), countWords(totals.runs), successWords(totals)]
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3 pt-6 pb-4">
      <div className="mr-auto">
        <h1 className="text-2xl">Pipeline scoreboard</h1>
        <p className="mt-1 text-ink-2">
          How often each test pipeline succeeded, across wallets, issuers and verifiers.
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 max-md:w-full max-md:justify-between max-md:gap-x-3">
        {['pipelines', 'runs', 'succeeded'].map((words, place) => (
          <Figure key={words} words={words}>
            {figures?.[place] ?? bar}
          </Figure>
        ))}
        {(totals === null || committedAt !== '') && (
          <Figure words="updated">{totals === null ? bar : <RelativeTime at={committedAt} now={now} />}</Figure>
        )}
      </dl>
    </div>
  )
}

import { countWords, runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { SuccessCell } from '../scoreboard/success-cell'
import { RelativeTime } from '../ui/relative-time'

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The aggregated result of a pipeline's runs. */
export function PipelineResult({ row, now }: { readonly row: ScoreboardRow | null; readonly now: number }) {
  if (row === null) return <p className="text-ink-2">Not counted yet. Runs appear here after the next aggregation.</p>
  const facts = [
    ['Runs', countWords(row.total_runs)],
    ['Shortest run', row.minimum_running_time_ms === null ? '—' : runningTimeWords(row.minimum_running_time_ms)],
    ['First run', row.first_execution > 0 && <RelativeTime key="first" at={instant(row.first_execution)} now={now} />],
    [
      'Latest run',
      row.last_execution_date > 0 && <RelativeTime key="last" at={instant(row.last_execution_date)} now={now} />,
    ],
  ] as const
  return (
    <div className="grid gap-4">
      <SuccessCell row={row} />
      <dl className="grid grid-cols-2 gap-3 text-sm md:grid-cols-4">
        {facts.map(([words, value]) => (
          <div key={words}>
            <dt className="text-xs text-ink-2">{words}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

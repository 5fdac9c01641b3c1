import { toIso } from '@/lib/core/ground/time/time'
import { countWords, runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import { instantOf, type ScoreboardRow, shortestRunOf } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { SuccessCell } from '../scoreboard/success-cell'
import { RelativeTime } from '../ui/relative-time'

/** How long ago it was; nothing for no instant. */
function Instant({ text, now }: { readonly text: string; readonly now: number }) {
  const at = instantOf(text)
  return at === null ? '—' : <RelativeTime at={toIso(at)} now={now} />
}

interface PipelineResultProps {
  readonly row: ScoreboardRow | null
  /** False if the owner shows no results. */
  readonly shown: boolean
  readonly now: number
}

/** The aggregated result of a pipeline's runs. */
export function PipelineResult({ row, shown, now }: PipelineResultProps) {
  if (!shown) return <p className="text-ink-2">Results not shown, as the owner chose.</p>
  if (row === null) return <p className="text-ink-2">Not counted yet. Runs appear here after the next aggregation.</p>
  const shortest = shortestRunOf(row)
  const facts = [
    ['Runs', countWords(row.total_runs)],
    ['Shortest run', shortest === null ? '—' : runningTimeWords(shortest)],
    ['First run', <Instant key="first" text={row.first_execution} now={now} />],
    ['Latest run', <Instant key="last" text={row.last_execution_date} now={now} />],
  ] as const
  return (
    <div className="grid gap-4">
      <SuccessCell row={row} />
      <dl className="grid grid-cols-2 gap-3 text-sm md:grid-cols-4">
        {facts.map(([words, value]) => (
          <div key={words}>
            <dt className="text-xs text-ink-2">{words}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

import { cn } from '@/lib/cn'
import { countWords, rateStep, rateWords } from '@/lib/core/scoreboard/rows/row-words'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { Icon } from '../ui/icon'

const looks = {
  pass: { ink: 'text-pass-ink', bar: 'bg-pass-mark' },
  warn: { ink: 'text-warn-ink', bar: 'bg-warn-mark' },
  fail: { ink: 'text-fail-ink', bar: 'bg-fail-mark' },
} as const

/**
 * Successful runs as numbers, bar and, from five runs on, rate; below, how runs were started, and how many were cancelled before they had a
 * result.
 */
export function SuccessCell({ row }: { readonly row: ScoreboardRow }) {
  const { total_runs: runs, total_successes: successes, success_rate: rate } = row
  const step = rateStep(rate)
  const words = rateWords(runs, successes)
  const modes = [
    ['person', 'manual', row.manually_executed_runs],
    ['clock', 'scheduled', row.scheduled_runs],
    ['branch', 'CI', row.CI_runs],
  ] as const
  return (
    <div className="grid min-w-0 gap-1 text-xs tabular-nums">
      <div className="flex flex-wrap items-center gap-x-1.5">
        <Icon name={step} className={cn('size-3.5', looks[step].ink)} />
        <span className="min-w-0 wrap-anywhere">{`${successes}/${runs}`}</span>
        {words !== null && <span className="ml-auto font-semibold">{words}</span>}
      </div>
      <div
        role="img"
        aria-label={`${successes} of ${runs} runs succeeded`}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div className={cn('h-full', looks[step].bar)} style={{ width: `${rate}%` }} />
      </div>
      <ul className="flex flex-wrap gap-x-3 text-ink-3">
        {modes.map(([icon, words, count]) => (
          <li key={words} className="flex items-center gap-1" title={`${count} ${words}`}>
            <Icon name={icon} className="size-3" />
            {countWords(count)}
            <span className="sr-only">{` ${words}`}</span>
          </li>
        ))}
        {row.canceled_runs > 0 && (
          <li title="Ended before they had a result: not counted">{`${countWords(row.canceled_runs)} cancelled`}</li>
        )}
      </ul>
    </div>
  )
}

/** Successful runs in one line: as numbers, as a bar of green and red, and from five runs on as a rate. */
export function SuccessLine({ row }: { readonly row: ScoreboardRow }) {
  const { total_runs: runs, total_successes: successes } = row
  const words = rateWords(runs, successes)
  return (
    <span className="flex items-center gap-2 whitespace-nowrap tabular-nums">
      <span className="font-[550]">{`${successes}/${runs}`}</span>
      <span aria-hidden="true" className="block h-1 max-w-12 min-w-4 flex-1 overflow-hidden rounded-full bg-fail-mark">
        <span
          className="block h-full bg-pass-mark"
          style={{ width: runs === 0 ? 0 : `${(successes / runs) * 100}%` }}
        />
      </span>
      {words !== null && <span className="ml-auto text-ink-3">{words}</span>}
    </span>
  )
}

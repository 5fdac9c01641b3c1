import { cn } from '@/lib/cn'
import { minutesByHand } from '@/lib/core/campaigns/campaign-offer'
import { stepOutcome } from '@/lib/core/campaigns/reports/step-outcome'
import type { CampaignStepView, CampaignView } from '@/lib/core/campaigns/z-campaign'

const fills = {
  pass: 'bg-pass-mark',
  fail: 'bg-fail-mark',
  warn: 'bg-warn-mark',
  open: 'bg-unseen-mark',
  none: 'bg-line-strong',
} as const

const isOver = ({ state }: Pick<CampaignStepView, 'state'>): boolean => state === 'decided' || state === 'silent'

/**
 * How far a campaign is, e.g. `3 of 7, about 2 min left`. The time is that of a person who scans each code, or less if
 * the sessions so far took less. `now`: epoch milliseconds.
 */
export function progressWords(
  {
    status,
    counts: { done, steps: all },
    steps,
    silence_seconds: silenceSeconds,
    created_at,
  }: Pick<CampaignView, 'status' | 'counts' | 'steps' | 'silence_seconds' | 'created_at'>,
  now: number,
): string {
  const left = steps.filter((step) => !isOver(step))
  if (status === 'finished') return `${done} of ${all} done`
  const refusals = left.filter(({ expects }) => expects === 'refusal').length
  const byHand = minutesByHand({ sessions: left.length, refusals, silenceSeconds })
  const soFar = done === 0 ? byHand : ((now - Date.parse(created_at)) / 60_000 / done) * left.length
  const minutes = Math.round(Math.min(byHand, soFar))
  return `${done} of ${all}, ${minutes < 1 ? 'less than a minute' : `about ${minutes} min`} left`
}

/** What a finished campaign came to, in a few words with their tone. */
export function endWords({
  counts: { steps: all, passed, failed, incomplete },
  steps,
}: Pick<CampaignView, 'counts' | 'steps'>): {
  readonly tone: 'pass' | 'warn' | 'fail'
  readonly words: string
} {
  const warned = steps.filter(({ verdict, counts }) => verdict === 'pass' && (counts?.warn ?? 0) > 0).length
  if (failed > 0) return { tone: 'fail', words: `${failed} of ${all} failed` }
  if (incomplete > 0 || passed < all)
    return { tone: 'warn', words: `${passed} of ${all} passed, ${all - passed} without a verdict` }
  return warned === 0
    ? { tone: 'pass', words: `${passed} of ${all} passed` }
    : { tone: 'warn', words: `${passed} of ${all} passed, ${warned} with warnings` }
}

/** A tick for each step in its order: red where it failed. */
export function ProgressTicks({
  counts: { passed, failed, incomplete, steps: all, done },
  steps,
}: Pick<CampaignView, 'counts' | 'steps'>) {
  return (
    <div
      role="img"
      aria-label={`${passed} passed, ${failed} failed, ${incomplete} without a verdict, ${all - done} to come`}
      className="flex h-2.5 w-full items-center gap-px"
    >
      {steps.map((step) => {
        const { tone } = stepOutcome(step)
        return (
          <span
            key={step.preset}
            className={cn('min-w-px flex-1 rounded-xs', tone === 'fail' ? 'h-2.5' : 'h-1.5', fills[tone])}
          />
        )
      })}
    </div>
  )
}

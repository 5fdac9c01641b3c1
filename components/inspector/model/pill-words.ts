import { type OutcomeTone, toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-outcome'

export type PillTone = 'live' | 'pass' | 'fail' | 'warn' | 'over'

/** How a refused step is shown: like the headline, red only if a MUST was broken. */
export const refusedTone = (tone: OutcomeTone): 'fail' | 'warn' => (tone === 'fail' ? 'fail' : 'warn')

/** The look of an outcome as a pill: one without a colour of its own is live until it is over. */
export function pillTone(outcome: SessionOutcome): PillTone {
  const tone = toneOf(outcome)
  return tone === 'open' ? (outcome.over ? 'over' : 'live') : tone
}

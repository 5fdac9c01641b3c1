import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'

/** Maximum number of sessions that one press opens again. */
export const againMax = 50

/** Steps to try again: those that failed or, if none did, those without a verdict whose session was made. */
export function againOf(steps: readonly Pick<CampaignStepView, 'verdict' | 'session' | 'preset'>[]): {
  readonly presets: readonly string[]
  readonly what: 'failed' | 'without a verdict'
} {
  const failed = steps.filter(({ verdict }) => verdict === 'fail')
  const open = steps.filter(({ verdict, session }) => verdict !== 'pass' && session !== null)
  const [again, what] = failed.length > 0 ? ([failed, 'failed'] as const) : ([open, 'without a verdict'] as const)
  return { presets: again.slice(0, againMax).map(({ preset }) => preset), what }
}

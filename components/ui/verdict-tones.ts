import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { IconName } from './icon'

/** Icon and colour of a verdict, the same wherever one is told. */
export const verdictTones: Record<OutcomeTone, { readonly icon: IconName; readonly ink: string }> = {
  fail: { icon: 'fail', ink: 'text-fail-ink' },
  warn: { icon: 'warn', ink: 'text-warn-ink' },
  pass: { icon: 'pass', ink: 'text-pass-ink' },
  open: { icon: 'unseen', ink: 'text-unseen-ink' },
}

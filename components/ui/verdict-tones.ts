import type { SessionVerdict } from '@/lib/core/engine/evidence/verdict'
import type { IconName } from './icon'

/** Icon and colour of a verdict, the same everywhere. */
export const verdictTones: Record<SessionVerdict['tone'], { readonly icon: IconName; readonly ink: string }> = {
  fail: { icon: 'fail', ink: 'text-fail-ink' },
  warn: { icon: 'warn', ink: 'text-warn-ink' },
  pass: { icon: 'pass', ink: 'text-pass-ink' },
  open: { icon: 'unseen', ink: 'text-unseen-ink' },
}

import type { SummaryView } from '@/lib/core/engine/evidence/session-view'

/** The counts of a session in the same form on every page, without zeros, e.g. `3 failed, 1 warning, 169 passed`. */
export function countWords({ fail, warn, pass, not_observed }: SummaryView['counts']): string {
  const told = [
    [fail, 'failed'],
    [warn, warn === 1 ? 'warning' : 'warnings'],
    [pass, 'passed'],
    [not_observed, 'not observed'],
  ] as const
  return told
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')
}

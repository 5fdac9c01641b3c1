import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import type { IconName } from './icon'

interface VerdictStyle {
  readonly word: string
  readonly counted: string
  readonly icon: IconName
  readonly ink: string
  readonly soft: string
}

/** What a row says of a finding: its status, or that an inferred request most likely broke a MUST. */
export type ShownStatus = FindingStatus | 'likely'

/** Text, icon and colour of each status; a new status does not compile without all three. */
export const verdictStyles: Record<ShownStatus, VerdictStyle> = {
  pass: { word: 'Passed', counted: 'passed', icon: 'pass', ink: 'text-pass-ink', soft: 'bg-pass-soft' },
  fail: { word: 'Failed', counted: 'failed', icon: 'fail', ink: 'text-fail-ink', soft: 'bg-fail-soft' },
  warn: { word: 'Warning', counted: 'warnings', icon: 'warn', ink: 'text-warn-ink', soft: 'bg-warn-soft' },
  likely: {
    word: 'Most likely failed',
    counted: 'most likely failed',
    icon: 'warn',
    ink: 'text-warn-ink',
    soft: 'bg-warn-soft',
  },
  not_observed: {
    word: 'Not observed',
    counted: 'not observed',
    icon: 'unseen',
    ink: 'text-unseen-ink',
    soft: 'bg-sunk',
  },
  not_applicable: {
    word: 'Not applicable',
    counted: 'not applicable',
    icon: 'absent',
    ink: 'text-unseen-ink',
    soft: 'bg-sunk',
  },
}

/** Icon and colour of each outcome tone. */
export const verdictTones: Record<OutcomeTone, { readonly icon: IconName; readonly ink: string }> = {
  fail: { icon: 'fail', ink: 'text-fail-ink' },
  warn: { icon: 'warn', ink: 'text-warn-ink' },
  pass: { icon: 'pass', ink: 'text-pass-ink' },
  open: { icon: 'unseen', ink: 'text-unseen-ink' },
}

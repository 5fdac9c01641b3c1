import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'

type CaseVerdict = CoverageView['cases'][number]['verdict']

/** The verdicts of a case in the order of a bar, each with its text and colour. */
export const caseVerdictWords: readonly {
  readonly verdict: CaseVerdict
  readonly words: string
  /** Fill of a bar segment: a colour if a session decides the case, a pattern if none does. */
  readonly fill: string
  /** Text colour. */
  readonly ink: string
}[] = [
  { verdict: 'passed', words: 'passed', fill: 'bg-pass-ink', ink: 'text-pass-ink' },
  { verdict: 'failed', words: 'failed', fill: 'bg-fail-ink', ink: 'text-fail-ink' },
  { verdict: 'inconclusive', words: 'inconclusive', fill: 'bg-warn-ink', ink: 'text-warn-ink' },
  { verdict: 'not_applicable', words: 'not applicable', fill: 'bg-unseen-ink', ink: 'text-unseen-ink' },
  { verdict: 'not_run', words: 'not run', fill: 'bg-line', ink: 'text-ink-2' },
  { verdict: 'manual', words: 'manual', fill: 'bar-dotted', ink: 'text-ink-2' },
  { verdict: 'gap', words: 'not covered yet', fill: 'bar-hatched', ink: 'text-ink-2' },
  { verdict: 'out_of_scope', words: 'out of scope', fill: 'bar-ruled', ink: 'text-ink-2' },
]

/** Number of cases per verdict, in words; omits verdicts without cases. */
export const countWords = (counts: Readonly<Record<CaseVerdict, number>>): string =>
  caseVerdictWords
    .filter(({ verdict }) => counts[verdict] > 0)
    .map(({ verdict, words }) => `${counts[verdict]} ${words}`)
    .join(', ')

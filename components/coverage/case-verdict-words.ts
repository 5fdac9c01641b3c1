import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'

type CaseVerdict = CoverageView['cases'][number]['verdict']

/** The verdicts of a case in the order of a bar, each with its words and colour. */
export const caseVerdictWords: readonly {
  readonly verdict: CaseVerdict
  readonly words: string
  /** Of a segment of a bar: a colour where a session decides, a pattern where none does. */
  readonly fill: string
  /** Of text. */
  readonly ink: string
}[] = [
  { verdict: 'passed', words: 'passed', fill: 'bg-pass-ink', ink: 'text-pass-ink' },
  { verdict: 'failed', words: 'failed', fill: 'bg-fail-ink', ink: 'text-fail-ink' },
  { verdict: 'inconclusive', words: 'inconclusive', fill: 'bg-warn-ink', ink: 'text-warn-ink' },
  { verdict: 'not_applicable', words: 'not applicable', fill: 'bg-unseen-ink', ink: 'text-unseen-ink' },
  { verdict: 'not_run', words: 'not run', fill: 'bg-line', ink: 'text-ink-2' },
  { verdict: 'manual', words: 'by a person', fill: 'bar-dotted', ink: 'text-ink-2' },
  { verdict: 'gap', words: 'not decided here yet', fill: 'bar-hatched', ink: 'text-ink-2' },
  { verdict: 'out_of_scope', words: 'out of scope', fill: 'bar-ruled', ink: 'text-ink-2' },
]

/** How many cases there are of each verdict, in words; those of which there are none are left out. */
export const countWords = (counts: Readonly<Record<CaseVerdict, number>>): string =>
  caseVerdictWords
    .filter(({ verdict }) => counts[verdict] > 0)
    .map(({ verdict, words }) => `${counts[verdict]} ${words}`)
    .join(', ')

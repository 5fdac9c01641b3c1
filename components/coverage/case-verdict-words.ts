import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'

type Case = CoverageView['cases'][number]
/** A result of a case; one that is out is told apart by its class. */
type CaseResult = Exclude<Case['verdict'], 'out'> | 'gap' | 'out_of_scope'

/** The results of a case in the order of a bar, each with its text and colour. */
export const caseVerdictWords: readonly {
  readonly verdict: CaseResult
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

/** The result of a case, as a bar has it. */
export const resultOf = (one: Pick<Case, 'verdict' | 'class'>): CaseResult =>
  one.verdict === 'out' ? (one.class === 'gap' ? 'gap' : 'out_of_scope') : one.verdict

/** Number of cases per result, in words; omits results without cases. */
export const countWords = (counts: Readonly<Record<CaseResult, number>>): string =>
  caseVerdictWords
    .filter(({ verdict }) => counts[verdict] > 0)
    .map(({ verdict, words }) => `${counts[verdict]} ${words}`)
    .join(', ')

const remarks: Readonly<Record<string, string>> = {
  code: 'Passed, but the error code differs.',
  'judges this service': 'It judges this service, which issued the credential.',
}

/** A remark as a sentence. */
export const remarkWords = (remark: string): string => remarks[remark] ?? remark

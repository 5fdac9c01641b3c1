import type { PublicStatement } from '@/lib/core/campaigns/statement/public-statement'

/** A case that the numbers of a statement count. */
export type CountedCase = PublicStatement['cases'][number]

/** Results of cases that count: those that apply. */
const countedResults: readonly CountedCase['result'][] = ['passed', 'failed', 'inconclusive', 'not_run']

/** The required cases that judge the wallet itself and apply to it: those of the headline. */
export const countedCases = ({ cases }: Pick<PublicStatement, 'cases'>): readonly CountedCase[] =>
  cases.filter(
    ({ population, relevancy, review_needed, contradicted_by, result, remark }) =>
      // A failure by a check that asks more than its case is counted apart.
      !(result === 'failed' && remark === 'stricter') &&
      population === 'wallet' &&
      relevancy === 'required' &&
      !review_needed &&
      contradicted_by.length === 0 &&
      countedResults.includes(result),
  )

/** A first part of an area in words: `MessageStructure` is “Message structure”. */
const areaWords = (area: string): string => {
  const [first = ''] = area.split('/')
  return first.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
}

/** Passed and decided cases by area, in the order of the cases. */
export function areaResults(cases: readonly CountedCase[]) {
  const found = new Map<string, { passed: number; decided: number }>()
  for (const { area, result } of cases) {
    const words = areaWords(area)
    const { passed, decided } = found.get(words) ?? { passed: 0, decided: 0 }
    const isPassed = result === 'passed'
    const isDecided = isPassed || result === 'failed'
    found.set(words, { passed: passed + (isPassed ? 1 : 0), decided: decided + (isDecided ? 1 : 0) })
  }
  return [...found].map(([area, counts]) => ({ area, ...counts }))
}

/** Failed cases by the check that failed them, the most frequent first; `null` where somebody told it. */
export function failingChecks(cases: readonly CountedCase[]) {
  const found = new Map<string | null, number>()
  for (const { result, failed_check } of cases)
    if (result === 'failed') found.set(failed_check, (found.get(failed_check) ?? 0) + 1)
  return [...found].map(([check, count]) => ({ check, count })).sort((one, other) => other.count - one.count)
}

const casesWords = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`

/**
 * Who or what decided the cases, in parts of a sentence, and when: the first and the last instant. A statement does not say
 * which session decided a case, only how many decided any of its cases, those that do not count included.
 */
export function howTested({ sessions }: Pick<PublicStatement, 'sessions'>, cases: readonly CountedCase[]) {
  const decided = cases.filter(({ result }) => result === 'passed' || result === 'failed')
  const by = (method: CountedCase['method']) => decided.filter((one) => one.method === method).length
  const times = decided.flatMap(({ tested_at }) => tested_at ?? []).sort()
  const told = [
    [by('machine_silence'), 'by its silence to a wrong request'],
    [by('driver'), 'told by a driver'],
    [by('person'), 'told by a person'],
    [by('told'), 'told, by whom is not recorded'],
  ] as const
  return {
    from: times.at(0) ?? null,
    to: times.at(-1) ?? null,
    parts: [
      `${casesWords(by('machine'))} decided by recorded sessions`,
      ...told.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])),
    ],
    recorded: `All results of the statement, those that do not count included, follow from ${sessions} recorded ${sessions === 1 ? 'session' : 'sessions'}.`,
  }
}

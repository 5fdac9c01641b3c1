/** Problems of one request that are listed: the rest of a hopeless one tells nothing new. */
export const problemsMax = 500

/** Characters that are kept of the pointer of a problem, and of its sentence: both may repeat names that were sent. */
const charactersMax = { pointer: 200, message: 400 } as const

const severities = ['refused', 'violation', 'note'] as const

interface AnyProblem {
  readonly code: string
  readonly severity: (typeof severities)[number]
  readonly pointer: string
  readonly message: string
}

/** Problems of a request within the bounds, and how many of each severity there are altogether. */
export interface BoundedProblems<Problem> {
  readonly listed: readonly Problem[]
  readonly counts: Readonly<Record<AnyProblem['severity'], number>>
}

/**
 * Keeps at most `problemsMax` problems, in their order: the first of each code and severity, since others decide by these,
 * then the worst. What a pointer or a sentence has beyond its bound is cut, which three dots tell.
 */
export function boundProblems<Problem extends AnyProblem>(problems: Iterable<Problem>): BoundedProblems<Problem> {
  const counts = { refused: 0, violation: 0, note: 0 }
  const firsts: (readonly [place: number, problem: Problem])[] = []
  const further = { refused: [...firsts], violation: [...firsts], note: [...firsts] }
  const kinds = new Set<string>()
  let place = 0
  for (const problem of problems) {
    const { code, severity } = problem
    counts[severity] += 1
    place += 1
    const kind = `${severity} ${code}`
    const kept = kinds.has(kind) ? further[severity] : firsts
    kinds.add(kind)
    if (kept.length < problemsMax) kept.push([place, problem])
  }
  const listed = [...firsts, ...severities.flatMap((severity) => further[severity])]
    .slice(0, problemsMax)
    .sort(([one], [other]) => one - other)
    .map(([, problem]) => ({
      ...problem,
      pointer: cut(problem.pointer, charactersMax.pointer),
      message: cut(problem.message, charactersMax.message),
    }))
  return { listed, counts }
}

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`)

/** What stands below a list that does not hold all: `500 of 12,345 problems are listed, the most of one request.` */
export const leftOutWords = (listed: number, count: number): string =>
  `${listed} of ${count.toLocaleString('en-US')} problems are listed, the most of one request.`

/** At most `problemsMax` names of what was sent, each within the bound of a pointer. */
export const boundNames = (names: readonly string[]): string[] =>
  names.slice(0, problemsMax).map((name) => cut(name, charactersMax.pointer))

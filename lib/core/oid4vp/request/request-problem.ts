import type { ClauseId } from '../../clauses'
import { type Problem, problemsMax } from '../../dcql/problem'
import type { ErrorCode } from '../../errors'

/**
 * What is wrong with the request that a tester asked for, or worth saying about it.
 *
 * - `refused`: never sent.
 * - `violation`: sent, and listed, unless the tester wants only requests that keep to the specification.
 * - `note`: always sent.
 */
export interface RequestProblem {
  readonly code: ErrorCode | Problem['code'] | 'weak_value'
  readonly severity: Problem['severity']
  /** JSON pointer into the body as it was sent; the empty text is the body itself. RFC 6901 */
  readonly pointer: string
  readonly message: string
  /** The clause that asks for it; `null` for a rule of this service. */
  readonly clause: ClauseId | null
}

/** The problems of a request; with more than `problemsMax` the first ones, led by one that refuses the request. */
export const boundProblems = (problems: readonly RequestProblem[]): readonly RequestProblem[] =>
  problems.length <= problemsMax
    ? problems
    : [
        {
          code: 'invalid_request',
          severity: 'refused',
          pointer: '',
          message: `There are more than ${problemsMax} problems (problemsMax): mend the first ones.`,
          clause: null,
        },
        ...problems.slice(0, problemsMax),
      ]

/** Puts the place of a part before the pointers into it. */
export const under = (pointer: string, problems: readonly RequestProblem[]): RequestProblem[] =>
  problems.map((problem) => ({ ...problem, pointer: `${pointer}${problem.pointer}` }))

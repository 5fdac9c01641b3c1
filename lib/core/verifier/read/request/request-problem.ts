import type { Problem } from '../../../ground/dcql/problem'
import { leftOutWords } from '../../../ground/http/bound-problems'
import type { ClauseId } from '../../../ground/ports/clauses'
import type { ErrorCode } from '../../../ground/ports/errors'

/**
 * What is wrong with the request that a tester asked for, or worth saying about it.
 *
 * - `refused`: never sent.
 * - `violation`: sent, and listed, unless the tester wants only requests that keep to the specification.
 * - `note`: always sent.
 *
 * `problems_left_out` stands below a list that does not hold all of them.
 */
export interface RequestProblem {
  readonly code: ErrorCode | Problem['code'] | 'weak_value' | 'problems_left_out'
  readonly severity: Problem['severity']
  /** JSON pointer into the body as it was sent; the empty text is the body itself. RFC 6901 */
  readonly pointer: string
  readonly message: string
  /** The clause that asks for it; `null` for a rule of this service. */
  readonly clause: ClauseId | null
}

/** Puts the place of a part before the pointers into it. */
export function* under(pointer: string, problems: Iterable<RequestProblem>): Iterable<RequestProblem> {
  for (const problem of problems) yield { ...problem, pointer: `${pointer}${problem.pointer}` }
}

/** A list within its bound, with a note below it that tells how many there are where `count` is more. */
export const closed = (listed: readonly RequestProblem[], count: number): readonly RequestProblem[] =>
  count <= listed.length
    ? listed
    : [
        ...listed,
        {
          code: 'problems_left_out',
          severity: 'note',
          pointer: '',
          message: leftOutWords(listed.length, count),
          clause: null,
        },
      ]

import type { Problem } from '../../../shared/dcql/problem-list'
import { leftOutWords } from '../../../shared/http/problem-words'
import type { ClauseId } from '../../../shared/ports/clauses'
import type { ErrorCode } from '../../../shared/ports/errors'
import type { Json, JsonObject } from '../../../shared/values/json'

/**
 * A problem of the request that a tester asked for, or a remark on it.
 *
 * - `refused`: never sent.
 * - `violation`: sent and listed, unless the tester wants only conformant requests.
 * - `warning`: always sent, and conformant: a good wallet refuses it all the same.
 * - `note`: always sent.
 *
 * `problems_left_out` follows a list that is incomplete.
 */
export interface RequestProblem {
  readonly code:
    | ErrorCode
    | Problem['code']
    | 'weak_value'
    | 'questionable_client_metadata'
    | 'pid_key_asked'
    | 'member_filled_in'
    | 'member_replaced'
    | 'member_not_read'
    | 'member_left_out'
    | 'problems_left_out'
  readonly severity: Problem['severity'] | 'warning'
  /** The document that the pointer leads into, as mutations name it; absent for the body, and for the request. */
  readonly target?: string
  /** JSON pointer into the body as sent; empty for the body itself. RFC 6901 */
  readonly pointer: string
  readonly message: string
  /** The violated clause; `null` for a rule of this service. */
  readonly clause: ClauseId | null
  /** The reason of the check that repeats it where a wallet could not answer because of it. */
  readonly reason?: Problem['reason']
  /** What the member may be. */
  readonly legal_values?: Json
  /** A body in our members that makes just what this one asked for. */
  readonly instead?: JsonObject
}

/** A problem that always refuses the request. `message`: the requirement. */
export const refused = (
  pointer: string,
  code: ErrorCode,
  message: string,
  clause: ClauseId | null = null,
): RequestProblem => ({ code, severity: 'refused', pointer, message, clause })

/** Prefixes pointers of a part's problems with the part's own. */
export function* under(pointer: string, problems: Iterable<RequestProblem>): Iterable<RequestProblem> {
  for (const problem of problems) yield { ...problem, pointer: `${pointer}${problem.pointer}` }
}

/** The listed problems; if `count` is larger, followed by a note with the total. */
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

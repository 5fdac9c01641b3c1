import { ProtocolError } from '../ports/errors'
import type { MutationProblem } from './mutation'

/** The 400 for mutations that cannot be made, with all reasons; null if there are none. Repeats no value. */
export function mutationRefusal(problems: readonly MutationProblem[]): ProtocolError | null {
  const [first] = problems
  if (first === undefined) return null
  return new ProtocolError(
    'invalid_mutation',
    `The member ${first.pointer.slice(1).replaceAll('/', '.')}: ${first.message}`,
    {
      pointer: first.pointer,
      errors: problems.map((problem) => ({ ...problem, clause: null })),
    },
  )
}

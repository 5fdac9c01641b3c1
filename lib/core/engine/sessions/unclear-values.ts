import type { JsonBody } from '../../shared/http/read-json'
import type { MutationProblem } from '../../shared/mutations/mutation'
import { mutationRefusal } from '../../shared/mutations/mutation-refusal'

/** Members of a session request with values that are sent as they are, also those of the other implementation. */
const membersSent = ['mutations', 'request_mutation', 'request_behavior', 'response_scenario']

/** Most problems of each kind to tell. */
const told = 20

const isSent = (pointer: string): boolean => membersSent.includes(pointer.split('/')[1] ?? '')

/**
 * Throws ProtocolError `invalid_mutation` for values that would be sent otherwise than given: a number that no double
 * holds, and a name that an object has twice. RFC8259-4, RFC8259-6
 */
export function refuseUnclearValues({ duplicates, inexact }: Pick<JsonBody & { ok: true }, 'duplicates' | 'inexact'>) {
  const problems: MutationProblem[] = [
    ...duplicates
      .filter(isSent)
      .slice(0, told)
      .map((pointer) => ({
        code: 'without_effect' as const,
        pointer,
        message: 'The name is there more than once, and all but the last would be lost. Give it once.',
      })),
    ...inexact
      .filter(isSent)
      .slice(0, told)
      .map((pointer) => ({
        code: 'too_large' as const,
        pointer,
        message: 'A double does not hold all digits of this number, so that another one would be sent.',
      })),
  ]
  const refusal = mutationRefusal(problems)
  if (refusal !== null) throw refusal
}

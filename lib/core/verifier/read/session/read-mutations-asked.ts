import type { Mutation, Placed } from '../../../shared/mutations/mutation'
import { mutationRefusal } from '../../../shared/mutations/mutation-refusal'
import { readMutations } from '../../../shared/mutations/read-mutations'
import type { ProtocolError } from '../../../shared/ports/errors'
import type { JsonObject } from '../../../shared/values/json'
import { type RequestProblem, refused } from '../request/request-problem'

/** The changes that a session request asks for. */
interface AskedMutations {
  /** `null` for none. */
  readonly asked: { readonly list: readonly Placed<Mutation>[]; readonly source: string } | null
  /** Members that exclude each other. */
  readonly conflicts: readonly RequestProblem[]
  /** What is wrong with their form; `null` for nothing. */
  readonly refusal: ProtocolError | null
}

const none: AskedMutations = { asked: null, conflicts: [], refusal: null }

/** Reads the member `mutations`. Never throws. */
export function askedMutations(body: JsonObject): AskedMutations {
  if (body.mutations === undefined) return none
  const { mutations, problems } = readMutations(body.mutations, 'presentation')
  const test = body.negative_test ?? null
  return {
    asked: { list: mutations, source: 'mutations' },
    conflicts:
      test === null
        ? []
        : [
            refused(
              '/mutations',
              'conflicting_options',
              'A session has mutations or a negative_test, not both: write the change of the test as a mutation.',
            ),
          ],
    refusal: mutationRefusal(problems),
  }
}

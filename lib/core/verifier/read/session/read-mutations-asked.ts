import type { Mutation, MutationProblem, Placed } from '../../../shared/mutations/mutation'
import { mutationRefusal } from '../../../shared/mutations/mutation-refusal'
import { beforeProblems, readMutations } from '../../../shared/mutations/read-mutations'
import { isProtocolError, ProtocolError } from '../../../shared/ports/errors'
import type { JsonObject } from '../../../shared/values/json'
import { type RequestProblem, refused } from '../request/request-problem'

/** The operations that a session request asks for. */
export interface ListedMutations {
  /** Those that can be tried. */
  readonly list: readonly Placed<Mutation>[]
  /** What is wrong with the form of the others, at their places in the list. */
  readonly ofForm: readonly MutationProblem[]
  /** The member that they were asked by. */
  readonly source: string
}

/** The changes that a session request asks for. */
interface AskedMutations {
  /** `null` for none. */
  readonly asked: ListedMutations | null
  /** Members that exclude each other. */
  readonly conflicts: readonly RequestProblem[]
}

const none: AskedMutations = { asked: null, conflicts: [] }

/**
 * Reads the member `mutations`, which other members may have added to. Never throws.
 * @param pointers what asked for each of its entries
 */
export function askedMutations(body: JsonObject, pointers: readonly string[]): AskedMutations {
  if (body.mutations === undefined) return none
  const read = readMutations(body.mutations, 'presentation')
  const [first = '/mutations'] = pointers
  const source = first.split('/')[1] ?? 'mutations'
  const test = body.negative_test ?? null
  return {
    asked: { list: beforeProblems(read), ofForm: read.problems, source },
    conflicts:
      test === null
        ? []
        : [
            refused(
              source === 'mutations' ? '/mutations' : first,
              'conflicting_options',
              'A session has mutations or a negative_test, not both: write the change of the test as a mutation.',
            ),
          ],
  }
}

/** Problems that point at what asked for the mutation; those of the whole list at the member that made it too long. */
const askedBy = (problems: readonly MutationProblem[], pointers: readonly string[]): MutationProblem[] =>
  problems.map((problem) => {
    const [, , index = '', ...rest] = problem.pointer.split('/')
    const added = pointers.find((pointer) => !isOwn(pointer))
    if (index === '') return added === undefined ? problem : { ...problem, pointer: `/${added.split('/')[1]}` }
    const asked = pointers[Number(index)]
    if (asked === undefined) return problem
    return { ...problem, pointer: isOwn(asked) ? [asked, ...rest].join('/') : asked }
  })

/** An entry of `mutations` itself, which members in other words stand before. */
const isOwn = (pointer: string): boolean => pointer.startsWith('/mutations/')

/** Pointer of the value that an operation writes, where it was asked for. */
export function valueOfAsker(pointers: readonly string[], index: number): string | undefined {
  const asked = pointers[index]
  return asked !== undefined && isOwn(asked) ? `${asked}/value` : asked
}

/** Runs what refuses mutations, and lets its error point at what asked for them. */
export function pointingAtAsker<Made>(pointers: readonly string[], make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    if (!isProtocolError(error) || error.code !== 'invalid_mutation') throw error
    throw mutationRefusal(askedBy(error.members.errors as readonly MutationProblem[], pointers))
  }
}

/** Runs what refuses a test, and lets its error point at the behaviour that named it; `null` for none. */
export async function pointingAtBehaviour<Made>(behaviour: string | null, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    if (behaviour === null || !isProtocolError(error) || error.members.pointer !== ofTest) throw error
    const members = { ...error.members, pointer: behaviour }
    throw new ProtocolError(error.code, error.description, members, error.headers)
  }
}

const ofTest = '/negative_test'

/** Problems of a test that a behaviour named, each at that behaviour. */
export const atBehaviour = (
  problems: readonly RequestProblem[],
  behaviour: string | null,
): readonly RequestProblem[] =>
  behaviour === null ? problems : problems.map((one) => (one.pointer === ofTest ? { ...one, pointer: behaviour } : one))

import { isObject, isShallow, type Json } from '../values/json'
import { jsonBytes } from '../values/json-bytes'
import { stepsOf } from './json-pointer'
import {
  type MutatedSession,
  type Mutation,
  type MutationProblem,
  type MutationTarget,
  mutationBounds,
  mutationOperations,
  mutationTargets,
  type Placed,
  placeOfMutation,
  type SignatureChange,
  signatureChanges,
} from './mutation'

export interface ReadMutations {
  readonly mutations: readonly Placed<Mutation>[]
  readonly problems: readonly MutationProblem[]
}

/**
 * The mutations that can be tried although others have a wrong form: those before the first of these, because later ones
 * may build on it.
 */
export function beforeProblems({ mutations, problems }: ReadMutations): readonly Placed<Mutation>[] {
  const first = Math.min(...problems.map(placeOfProblem))
  return mutations.filter(({ index }) => index < first)
}

/** Problems of form beside those of the mutations that were tried, in the order of the list. */
export const allProblems = (
  ofForm: readonly MutationProblem[],
  tried: readonly MutationProblem[],
): readonly MutationProblem[] =>
  [
    ...ofForm,
    // What has no effect so far may have one with the rest.
    ...(ofForm.length === 0 ? tried : tried.filter(({ code }) => code !== 'without_effect')),
  ].toSorted((one, other) => placeOfProblem(one) - placeOfProblem(other))

/** The number of the operation that a problem points at; that of the first for one of the whole list. */
const placeOfProblem = ({ pointer }: MutationProblem): number => Number(pointer.split('/')[2] ?? 0)

const targetsOf = (session: MutatedSession): string[] =>
  Object.entries(mutationTargets).flatMap(([target, of]) => (of === session ? [target] : []))

/**
 * Reads the member `mutations` of a session request, whatever it is. All problems of form are listed; an operation
 * with one is left out. Repeats no value.
 */
export function readMutations(asked: unknown, session: MutatedSession): ReadMutations {
  if (!Array.isArray(asked) || asked.length === 0)
    return {
      mutations: [],
      problems: [{ code: 'missing_member', pointer: '/mutations', message: 'Give 1 to 16 operations in an array.' }],
    }
  if (asked.length > mutationBounds.operations)
    return { mutations: [], problems: [tooLarge('/mutations', 'There are more than 16 operations.')] }
  const values = asked.flatMap((one) => (isObject(one) && Object.hasOwn(one, 'value') ? [one.value] : []))
  if (values.reduce<number>((sum, value) => sum + jsonBytes(value), 0) > mutationBounds.valuesBytes)
    return { mutations: [], problems: [tooLarge('/mutations', 'The values have more than 32 KiB together.')] }
  const read = asked.map((one: unknown, index) => readMutation(one, index, session))
  return {
    mutations: read.flatMap((one) => (Array.isArray(one) ? [] : [one as Placed<Mutation>])),
    problems: read.flatMap((one) => (Array.isArray(one) ? (one as MutationProblem[]) : [])),
  }
}

const tooLarge = (pointer: string, message: string): MutationProblem => ({ code: 'too_large', pointer, message })

function readMutation(asked: unknown, index: number, session: MutatedSession): Placed<Mutation> | MutationProblem[] {
  const missing = (member: string, message: string, legal?: readonly string[]): MutationProblem => ({
    code: 'missing_member',
    pointer: placeOfMutation(index, member),
    message,
    ...(legal === undefined ? {} : { legal_values: legal }),
  })
  if (!isObject(asked))
    return [{ code: 'missing_member', pointer: placeOfMutation(index), message: 'Each operation is an object.' }]
  const { target, op, entry } = asked
  const legalTargets = targetsOf(session)
  const entryProblem: MutationProblem[] =
    entry !== undefined && session === 'issuance'
      ? [
          {
            code: 'wrong_session',
            pointer: placeOfMutation(index, 'entry'),
            message: 'Only requests through a browser have entries.',
          },
        ]
      : entry === undefined || (Number.isInteger(entry) && Number(entry) >= 0 && Number(entry) < 16)
        ? []
        : [missing('entry', 'It is the number of an entry, from 0.')]
  const targetProblem: MutationProblem[] =
    target === undefined
      ? [missing('target', 'Name what to change.', legalTargets)]
      : typeof target !== 'string' || !Object.hasOwn(mutationTargets, target)
        ? [
            {
              code: 'unknown_target',
              pointer: placeOfMutation(index, 'target'),
              message: 'There is no such document.',
              legal_values: legalTargets,
            },
          ]
        : !legalTargets.includes(target)
          ? [
              {
                code: 'wrong_session',
                pointer: placeOfMutation(index, 'target'),
                message: `Sessions of this kind have no such document: it is of ${session === 'presentation' ? 'an issuance' : 'a presentation'}.`,
                legal_values: legalTargets,
              },
            ]
          : []
  const legalOperations: readonly string[] = target === 'signature' ? signatureChanges : mutationOperations
  const change = target === 'signature' ? signatureChange(asked) : null
  const operationProblem: MutationProblem[] =
    op === undefined && change === null
      ? [missing('op', 'Name the operation.', legalOperations)]
      : change === null && (typeof op !== 'string' || !legalOperations.includes(op))
        ? [
            {
              code: 'unknown_operation',
              pointer: placeOfMutation(index, 'op'),
              message: 'There is no such operation.',
              legal_values: legalOperations,
            },
          ]
        : []
  const early = [...targetProblem, ...operationProblem, ...entryProblem]
  if (early.length > 0) return early
  const ofEntry = entry === undefined ? {} : { entry: Number(entry) }
  if (change !== null) return { target: 'signature', op: change, index, ...ofEntry }
  const problems = documentProblems(asked, String(op), index, missing)
  if (problems.length > 0) return problems
  const { path, from, value } = asked
  return {
    target: target as Exclude<MutationTarget, 'signature'>,
    op: op as (typeof mutationOperations)[number],
    path: String(path),
    ...(op === 'move' || op === 'copy' ? { from: String(from) } : {}),
    ...(needsValue(String(op)) ? { value: value as Json } : {}),
    ...ofEntry,
    index,
  }
}

/** What is to happen to a signature: named by `op`, or written by `add`, `replace` or `put` as `value`. */
function signatureChange({ op, value }: Record<string, unknown>): SignatureChange | null {
  const named = op === 'put' || op === 'replace' || op === 'add' ? value : op
  return signatureChanges.find((one) => one === named) ?? null
}

const needsValue = (op: string): boolean => ['add', 'replace', 'test', 'put'].includes(op)

function documentProblems(
  asked: Record<string, unknown>,
  op: string,
  index: number,
  missing: (member: string, message: string) => MutationProblem,
): MutationProblem[] {
  const pointers = op === 'move' || op === 'copy' ? (['path', 'from'] as const) : (['path'] as const)
  const ofPointers = pointers.flatMap((member): MutationProblem[] => {
    const pointer = asked[member]
    if (typeof pointer !== 'string') return [missing(member, 'Give a JSON pointer, such as /nonce.')]
    if (pointer.length > mutationBounds.pointerCharacters)
      return [tooLarge(placeOfMutation(index, member), 'It has more than 512 characters.')]
    return stepsOf(pointer) === null
      ? [
          {
            code: 'path_missing',
            pointer: placeOfMutation(index, member),
            message: 'It is no JSON pointer to a place in the document, such as /nonce.',
          },
        ]
      : []
  })
  if (!needsValue(op)) return ofPointers
  if (!Object.hasOwn(asked, 'value')) return [...ofPointers, missing('value', 'Give a value; null is one.')]
  return isShallow(asked.value, mutationBounds.depth)
    ? ofPointers
    : [...ofPointers, tooLarge(placeOfMutation(index, 'value'), 'It is nested more than 16 levels deep.')]
}

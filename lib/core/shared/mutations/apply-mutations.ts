import { JSONPatch } from 'json-p3'
import { isObject, isSameJson, isShallow, type Json } from '../values/json'
import { jsonBytes } from '../values/json-bytes'
import { stepDown, stepsOf, takesNew, valueAt } from './json-pointer'
import { type DocumentOperation, type MutationProblem, mutationBounds, type Placed, placeOfMutation } from './mutation'

/** A document after its operations, with those that could not be done. */
export interface AppliedMutations {
  readonly document: Json
  /** Operations that failed, and that were left out. */
  readonly problems: readonly MutationProblem[]
}

/**
 * Applies operations to a document in order; the document given stays as it is. An operation that fails is left out
 * and reported as `path_missing`, `test_failed` or `too_large`, and the next are still tried, so that all problems are
 * told at once. A right document may be nested deeper than what a tester may add.
 * The six operations of RFC 6902 are the library's; before each, the places are looked up here, where only own members
 * and canonical indexes count, because the library reads `#name` and `__proto__` in its own way.
 */
export function applyMutations(
  document: Json,
  operations: readonly Placed<DocumentOperation>[],
  bytesMax: number = mutationBounds.documentBytes,
): AppliedMutations {
  const problems: MutationProblem[] = []
  const depth = isShallow(document, mutationBounds.depth) ? mutationBounds.depth : 2 * mutationBounds.depth
  let changed = document
  for (const operation of operations) {
    const problem = problemOf(changed, operation)
    if (problem !== null) problems.push(problem)
    else if (operation.op !== 'test') {
      const next =
        operation.op === 'put'
          ? put(changed, stepsOf(operation.path) ?? [], operation.value ?? null)
          : patched(changed, operation)
      // After each, because copies of copies double what they copy.
      if (isShallow(next, depth) && jsonBytes(next) <= bytesMax) changed = next
      else problems.push(tooLarge(operation, bytesMax))
    }
  }
  return { document: changed, problems }
}

const tooLarge = ({ index }: Placed<DocumentOperation>, bytesMax: number): MutationProblem => ({
  code: 'too_large',
  pointer: placeOfMutation(index),
  message: `The document would have more than ${bytesMax / 1024} KiB, or be nested more than 16 levels deep.`,
})

/** Why an operation cannot be done; `null` if it can. */
function problemOf(
  document: Json,
  { op, path, from, value, index }: Placed<DocumentOperation>,
): MutationProblem | null {
  const missing = (member: 'path' | 'from', message: string): MutationProblem => ({
    code: 'path_missing',
    pointer: placeOfMutation(index, member),
    message,
  })
  const steps = stepsOf(path)
  if (steps === null) return missing('path', 'It is no JSON pointer to a place in the document, such as /nonce.')
  if (op === 'put')
    return putsSomewhere(document, steps) ? null : missing('path', 'A text, number or list on the way has no members.')
  if (op === 'move' || op === 'copy') {
    const source = stepsOf(from ?? '')
    if (source === null || valueAt(document, source) === undefined)
      return missing('from', 'The document has nothing there.')
    const isInside = source.length < steps.length && source.every((step, at) => step === steps[at])
    if (op === 'move' && isInside) return missing('path', 'A value cannot move into itself.')
    const left =
      op === 'move' && source.join('/') !== steps.join('/')
        ? patched(document, { op: 'remove', path: from ?? '' })
        : document
    return takesNew(left, steps) ? null : missing('path', 'The document has no object or list there to write into.')
  }
  if (op === 'add')
    return takesNew(document, steps)
      ? null
      : missing('path', 'The document has no object or list there to write into: put makes the objects on its way.')
  const found = valueAt(document, steps)
  if (found === undefined) return missing('path', 'The document has nothing there.')
  return op !== 'test' || isSameJson(found, value)
    ? null
    : {
        code: 'test_failed',
        pointer: placeOfMutation(index, 'value'),
        message: 'The document has another value there.',
      }
}

/**
 * The document after one operation that can be done, by the library on a copy whose objects have no prototype. `copy` adds
 * a copy of its own, because the library would put the same object at both places.
 */
function patched(document: Json, { op, path, from, value }: DocumentOperation): Json {
  const found = op === 'copy' ? valueAt(document, stepsOf(from ?? '') ?? []) : value
  const operation = {
    op: op === 'copy' ? 'add' : op,
    path,
    ...(op === 'move' && from !== undefined ? { from } : {}),
    ...(found === undefined ? {} : { value: bare(found) }),
  }
  return owned(new JSONPatch([operation]).apply(bare(document)) as Json)
}

const copied =
  (empty: () => Record<string, Json>) =>
  (value: Json): Json => {
    const copy = (one: Json): Json => {
      if (Array.isArray(one)) return one.map(copy)
      if (!isObject(one)) return one
      const object = empty()
      for (const [name, member] of Object.entries(one)) setOwn(object, name, copy(member as Json))
      return object
    }
    return copy(value)
  }

/** Also makes a member `__proto__`, as JSON does. */
const setOwn = (object: Record<string, Json>, name: string, value: Json): void => {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

const bare = copied(() => Object.create(null))

const owned = copied(() => ({}))

/** Whether all that is on the way is an object, a list with that element, or missing below an object. */
function putsSomewhere(document: Json, steps: readonly string[]): boolean {
  let at: Json | undefined = document
  for (const [index, step] of steps.entries()) {
    if (at === undefined) return true
    const isLast = index === steps.length - 1
    if (Array.isArray(at)) {
      if (isLast) return takesNew(at, [step])
      if (stepDown(at, step) === undefined) return false
    } else if (!isObject(at)) return false
    at = stepDown(at, step)
  }
  return true
}

/** Writes a value, makes missing objects on the way, and replaces an element of a list. */
function put(document: Json, steps: readonly string[], value: Json): Json {
  const write = (at: Json | undefined, [step = '', ...rest]: readonly string[]): Json => {
    const inner = (): Json => (rest.length === 0 ? owned(value) : write(stepDown(at, step), rest))
    if (Array.isArray(at)) {
      const list = [...at]
      list[step === '-' ? list.length : Number(step)] = inner()
      return list
    }
    const object: Record<string, Json> = {}
    for (const [name, member] of Object.entries(at ?? {})) setOwn(object, name, member)
    setOwn(object, step, inner())
    return object
  }
  return write(document, steps)
}

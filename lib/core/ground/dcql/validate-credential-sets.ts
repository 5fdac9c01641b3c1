import { isObject } from '../values/json'
import { isFilledArray, member } from './member'
import type { Pointer, ProblemList } from './problem-list'

/** Adds the problems of `credential_sets`. OID4VP-1FINAL-6.2 */
export function validateCredentialSets(
  sets: unknown,
  context: { readonly at: Pointer; readonly problems: ProblemList; readonly ids: ReadonlySet<string> },
): void {
  const { at, problems, ids } = context
  if (!isFilledArray(sets)) {
    problems.violation(at, 'It must be an array with at least one set.', 'OID4VP-1FINAL-6')
    return
  }
  const named = new Set<unknown>()
  for (const [index, set] of sets.entries()) {
    const here = at.to(index)
    if (!isObject(set)) {
      problems.violation(here, 'A set must be a JSON object.', 'OID4VP-1FINAL-6.2')
      continue
    }
    validateOptions(member(set, 'options'), { ...context, at: here.to('options'), named })
    const required = member(set, 'required')
    if (required !== undefined && typeof required !== 'boolean')
      problems.violation(here.to('required'), 'It must be a boolean.', 'OID4VP-1FINAL-6.2')
    problems.unknownMembers(here, set, ['options', 'required'])
  }
  for (const id of ids)
    if (!named.has(id))
      problems.questionable(
        at,
        `No option names the credential query "${id}", so it is never asked for.`,
        'OID4VP-1FINAL-6.4.2',
      )
}

function validateOptions(
  options: unknown,
  {
    at,
    problems,
    ids,
    named,
  }: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly ids: ReadonlySet<string>
    readonly named: Set<unknown>
  },
): void {
  if (!isFilledArray(options)) {
    problems.violation(at, 'It must be an array with at least one option.', 'OID4VP-1FINAL-6.2')
    return
  }
  for (const [index, option] of options.entries()) {
    if (!isFilledArray(option)) {
      problems.violation(at.to(index), 'An option must be an array with at least one id.', 'OID4VP-1FINAL-6.2')
      continue
    }
    for (const [place, id] of option.entries()) {
      named.add(id)
      if (typeof id !== 'string' || !ids.has(id))
        problems.violation(at.to(index, place), 'No credential query has this id.', 'OID4VP-1FINAL-6.2')
    }
  }
}

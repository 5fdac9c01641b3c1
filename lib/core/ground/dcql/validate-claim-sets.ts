import { isObject } from '../values/json'
import { isFilledArray, member } from './member'
import type { Pointer, ProblemList } from './problem-list'

/** Adds the problems of `claim_sets`. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.4.1 */
export function validateClaimSets(
  sets: unknown,
  { at, problems, claims }: { readonly at: Pointer; readonly problems: ProblemList; readonly claims: unknown },
): void {
  if (claims === undefined) problems.violation(at, 'It must not be there without claims.', 'OID4VP-1FINAL-6.4.1')
  if (!isFilledArray(sets)) {
    problems.violation(at, 'It must be an array with at least one option.', 'OID4VP-1FINAL-6.1')
    return
  }
  const ids = idsOf(claims)
  const named = new Set<unknown>()
  for (const [index, option] of sets.entries()) {
    const here = at.to(index)
    if (!isFilledArray(option)) {
      problems.violation(here, 'An option must be an array with at least one id.', 'OID4VP-1FINAL-6.1')
      continue
    }
    const before = new Set<string>()
    for (const [place, id] of option.entries()) {
      named.add(id)
      if (typeof id !== 'string' || !ids.has(id))
        problems.violation(here.to(place), 'No claims query has this id.', 'OID4VP-1FINAL-6.1')
      else if (before.has(id))
        problems.violation(here.to(place), 'The option names this id before.', 'OID4VP-1FINAL-6.1')
      else before.add(id)
    }
  }
  for (const id of ids)
    if (!named.has(id))
      problems.questionable(
        at,
        `No option names the claims query "${id}", so it is never asked for.`,
        'OID4VP-1FINAL-6.4.1',
      )
}

/** Ids of the claims queries, in their order. */
const idsOf = (claims: unknown): ReadonlySet<string> =>
  new Set(
    (Array.isArray(claims) ? claims : []).flatMap((claim: unknown) => {
      const id = isObject(claim) ? member(claim, 'id') : undefined
      return typeof id === 'string' ? [id] : []
    }),
  )

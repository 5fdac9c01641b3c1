import { isObject } from '../values/json'
import { dcqlLimits } from './limits'
import { isFilledArray, isId, member } from './member'
import type { Pointer, ProblemList } from './problem-list'
import { validatePath } from './validate-path'

/** Adds the problems of `claims`. `idsNeeded`: there are `claim_sets`. OID4VP-1FINAL-6.3 */
export function validateClaims(
  claims: unknown,
  {
    at,
    problems,
    format,
    idsNeeded,
  }: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly format: unknown
    readonly idsNeeded: boolean
  },
): void {
  if (!isFilledArray(claims)) {
    problems.violation(at, 'It must be an array with at least one claims query.', 'OID4VP-1FINAL-6.1')
    return
  }
  if (claims.length > dcqlLimits.claims)
    problems.refused(at, `There are more than ${dcqlLimits.claims} claims queries.`, 'OID4VP-1FINAL-6.1')
  const ids = new Set<string>()
  const paths = new Set<string>()
  for (const [index, claim] of claims.slice(0, dcqlLimits.claims).entries()) {
    const here = at.to(index)
    if (!isObject(claim)) {
      problems.violation(here, 'A claims query must be a JSON object.', 'OID4VP-1FINAL-6.3')
      continue
    }
    validateClaimId(member(claim, 'id'), { at: here.to('id'), problems, ids, needed: idsNeeded })
    const path = member(claim, 'path')
    validatePath(path, { at: here.to('path'), problems, format })
    if (isFilledArray(path)) {
      const text = JSON.stringify(path)
      if (paths.has(text))
        problems.violation(here.to('path'), 'Another claims query has this path.', 'OID4VP-1FINAL-6.1')
      paths.add(text)
    }
    validateValues(member(claim, 'values'), { at: here.to('values'), problems })
    validateIntentToRetain(member(claim, 'intent_to_retain'), { at: here.to('intent_to_retain'), problems, format })
    problems.unknownMembers(here, claim, [
      'id',
      'path',
      'values',
      ...(format === 'dc+sd-jwt' ? [] : ['intent_to_retain']),
    ])
  }
}

function validateClaimId(
  id: unknown,
  {
    at,
    problems,
    ids,
    needed,
  }: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly ids: Set<string>
    readonly needed: boolean
  },
): void {
  if (id === undefined) {
    if (needed) problems.violation(at, 'With claim_sets every claims query needs an id.', 'OID4VP-1FINAL-6.3')
  } else if (!isId(id))
    problems.violation(at, 'It must be a string of letters, digits, "_" and "-".', 'OID4VP-1FINAL-6.3')
  else if (ids.has(id)) problems.violation(at, 'Another claims query has this id.', 'OID4VP-1FINAL-6.3')
  else ids.add(id)
}

function validateValues(
  values: unknown,
  { at, problems }: { readonly at: Pointer; readonly problems: ProblemList },
): void {
  if (values === undefined) return
  if (!isFilledArray(values)) {
    problems.violation(at, 'It must be an array with at least one value.', 'OID4VP-1FINAL-6.3')
    return
  }
  for (const [index, value] of values.entries())
    if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isInteger(value))
      problems.violation(at.to(index), 'It must be a string, an integer or a boolean.', 'OID4VP-1FINAL-6.3')
}

function validateIntentToRetain(
  value: unknown,
  { at, problems, format }: { readonly at: Pointer; readonly problems: ProblemList; readonly format: unknown },
): void {
  if (value !== undefined && format === 'mso_mdoc' && typeof value !== 'boolean')
    problems.violation(at, 'It must be a boolean.', 'OID4VP-1FINALA-B.2.4')
}

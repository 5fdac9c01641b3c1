import { isObject } from '../values/json'
import { isFilledArray, isFilledString, member } from './member'
import type { Pointer, ProblemList } from './problem-list'

/**
 * Adds the problems of `meta`. It may be empty in general, but each format that is verified here requires a member.
 * OID4VP-1FINAL-6.1, OID4VP-1FINALA-B.2.3, OID4VP-1FINALA-B.3.5
 */
export function validateMeta(
  meta: unknown,
  { at, problems, format }: { readonly at: Pointer; readonly problems: ProblemList; readonly format: unknown },
): void {
  if (!isObject(meta)) {
    problems.violation(at, 'It must be a JSON object.', 'OID4VP-1FINAL-6.1')
    return
  }
  if (format === 'dc+sd-jwt') {
    const values = member(meta, 'vct_values')
    if (!isFilledArray(values) || !values.every(isFilledString))
      problems.violation(
        at.to('vct_values'),
        'It must be an array with at least one type, each a non-empty string.',
        'OID4VP-1FINALA-B.3.5',
      )
    problems.unknownMembers(at, meta, ['vct_values'])
  } else if (format === 'mso_mdoc') {
    if (!isFilledString(member(meta, 'doctype_value')))
      problems.violation(at.to('doctype_value'), 'It must be a non-empty string.', 'OID4VP-1FINALA-B.2.3')
    problems.unknownMembers(at, meta, ['doctype_value'])
  }
}

import { fromBase64url } from '../values/base64url'
import { isObject } from '../values/json'
import { isFilledArray, isFilledString, member } from './member'
import type { Pointer, ProblemList } from './problem-list'

/** Most bytes of a key identifier; RFC 5280 suggests 20. */
const keyIdentifierBytesMax = 64

/** Adds the problems of `trusted_authorities`. Types that no specification names pass. OID4VP-1FINAL-6.1.1 */
export function validateTrustedAuthorities(
  authorities: unknown,
  { at, problems }: { readonly at: Pointer; readonly problems: ProblemList },
): void {
  if (!isFilledArray(authorities)) {
    problems.violation(at, 'It must be an array with at least one entry.', 'OID4VP-1FINAL-6.1')
    return
  }
  for (const [index, authority] of authorities.entries()) {
    const here = at.to(index)
    if (!isObject(authority)) {
      problems.violation(here, 'An entry must be a JSON object.', 'OID4VP-1FINAL-6.1.1')
      continue
    }
    const type = member(authority, 'type')
    if (!isFilledString(type))
      problems.violation(here.to('type'), 'It must be a non-empty string.', 'OID4VP-1FINAL-6.1.1')
    const values = member(authority, 'values')
    if (!isFilledArray(values) || !values.every((value) => typeof value === 'string'))
      problems.violation(here.to('values'), 'It must be an array with at least one string.', 'OID4VP-1FINAL-6.1.1')
    else
      for (const [place, value] of values.entries())
        validateValue(value, { at: here.to('values', place), problems, type })
    problems.unknownMembers(here, authority, ['type', 'values'])
  }
}

function validateValue(
  value: unknown,
  { at, problems, type }: { readonly at: Pointer; readonly problems: ProblemList; readonly type: unknown },
): void {
  if (typeof value !== 'string') return
  if (type === 'aki' && !isKeyIdentifier(value))
    problems.violation(at, 'It must be a key identifier in base64url without padding.', 'OID4VP-1FINAL-6.1.1.1')
  if (type === 'etsi_tl' && !isHttpsUrl(value))
    problems.violation(at, 'It must be an absolute https URL.', 'OID4VP-1FINAL-6.1.1.2')
  if (type === 'openid_federation' && !isHttpsUrl(value))
    problems.violation(at, 'It must be an absolute https URL.', 'OID4VP-1FINAL-6.1.1.3')
}

function isKeyIdentifier(value: string): boolean {
  const bytes = fromBase64url(value)
  return bytes !== null && bytes.length > 0 && bytes.length <= keyIdentifierBytesMax
}

const isHttpsUrl = (value: string): boolean => URL.canParse(value) && new URL(value).protocol === 'https:'

import type { Pointer, ProblemList } from './problem-list'

/** Bounds of a query: far above any real request, far below what would hurt. */
export const dcqlLimits = {
  /** Bytes of the serialised query. */
  bytes: 64 * 1024,
  credentials: 20,
  claims: 200,
  pathComponents: 16,
} as const

/** An own member of a JSON object; `undefined` if absent, even for names such as `__proto__`. */
export const member = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** True for an array with at least one element. */
export const isFilledArray = (value: unknown): value is readonly [unknown, ...unknown[]] =>
  Array.isArray(value) && value.length > 0

/** True for a string with at least one character. */
export const isFilledString = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Ids of credential queries and claims queries. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.3 */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value)

/** Claims that an SD-JWT VC always shows, so requesting them changes nothing. SDJWTVC-3.2.2.2 */
const neverSelective = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status']

/** Reports the problems of a claims path pointer. OID4VP-1FINAL-7 */
export function validatePath(
  path: unknown,
  { at, problems, format }: { readonly at: Pointer; readonly problems: ProblemList; readonly format: unknown },
): void {
  if (!isFilledArray(path)) {
    problems.violation(at, 'It must be an array with at least one component.', 'OID4VP-1FINAL-7')
    return
  }
  if (path.length > dcqlLimits.pathComponents)
    problems.refused(at, `It has more than ${dcqlLimits.pathComponents} components.`, 'OID4VP-1FINAL-7')
  if (format === 'mso_mdoc') {
    if (!isElementPath(path))
      problems.violation(at, 'It must be two strings: namespace and data element.', 'OID4VP-1FINAL-7.2')
    return
  }
  if (!path.every(isComponent))
    problems.violation(at, 'A component must be a string, a non-negative integer or null.', 'OID4VP-1FINAL-7')
  else if (typeof path[0] !== 'string')
    problems.violation(
      at,
      'The first component must be a string, since a credential is an object.',
      'OID4VP-1FINAL-7.1.1',
    )
  else if (format === 'dc+sd-jwt' && neverSelective.includes(path[0]))
    problems.questionable(at, 'Every SD-JWT VC shows this claim, whether asked or not.', 'SDJWTVC-3.2.2.2')
}

/** True for the path of a data element of an mdoc: namespace and name. OID4VP-1FINAL-7.2 */
export const isElementPath = (path: unknown): path is readonly [string, string] =>
  isFilledArray(path) && path.length === 2 && path.every((component) => typeof component === 'string')

/** A key, an index, or `null` for all elements. OID4VP-1FINAL-7 */
export const isComponent = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || (Number.isSafeInteger(value) && Number(value) >= 0)

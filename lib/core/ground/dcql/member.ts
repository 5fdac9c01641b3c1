/** Own member of an object that came as JSON; `undefined` when absent, also for names such as `__proto__`. */
export const member = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** True for an array with at least one element. */
export const isFilledArray = (value: unknown): value is readonly [unknown, ...unknown[]] =>
  Array.isArray(value) && value.length > 0

/** True for a string with at least one character. */
export const isFilledString = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Ids of credential queries and claims queries. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.3 */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value)

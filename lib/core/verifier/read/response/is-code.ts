/** True for a code that could be redeemed. An empty one counts as omitted. RFC6749-3.1, RFC6749-4.1.2 */
export const isCode = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Methods of HTTP. RFC 9110 section 9.3, RFC 5789 section 2 */
const standardMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
])

/**
 * A method as records, events and logs show it. A secret may be sent in its place, and then looks like any word, so only
 * standard ones are shown, and of others the number of characters.
 */
export const shownMethod = (method: string): string =>
  standardMethods.has(method) ? method : `[name:${method.length}]`

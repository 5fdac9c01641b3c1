import { isObject, type Json, type JsonObject } from '../../../ground/values/json'
import type { trustedLists } from '../session/trust-options'

/** The list that a query names. */
export const trustedListUri = (kind: (typeof trustedLists)[number], lists: string): string =>
  `${lists}/${kind === 'list_of_lists' ? 'lists' : 'pid-providers'}.jwt`

/** Adds a trusted list to what each credential query says of authorities. OID4VP-1FINAL-6.1.1.2 */
export function withTrustedList(request: JsonObject, uri: string): JsonObject {
  const { dcql_query: query } = request
  if (!isObject(query) || !Array.isArray(query.credentials)) return request
  const named: JsonObject = { type: 'etsi_tl', values: [uri] }
  const credentials = query.credentials.map((one): Json => {
    if (!isObject(one)) return one as Json
    const given = Array.isArray(one.trusted_authorities) ? (one.trusted_authorities as Json[]) : []
    return { ...(one as JsonObject), trusted_authorities: [...given, named] }
  })
  return { ...request, dcql_query: { ...(query as JsonObject), credentials } }
}

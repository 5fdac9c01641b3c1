import type { ProtocolSettings } from '../../../ground/ports/settings'
import type { JsonObject } from '../../../ground/values/json'
import { readScopes } from './read-scopes'

/**
 * The query that the operator configured for the request's scope; `null` for a request with its own query, and for an
 * unknown scope. Also `null` for several scope values, because what they request together is undefined.
 * OID4VP-1FINAL-5.5
 */
export function queryOfScope(
  { dcql_query: query, scope }: JsonObject,
  { scopeAliases }: Pick<ProtocolSettings, 'scopeAliases'>,
): JsonObject | null {
  if (query !== undefined || scope === undefined) return null
  const [name, ...more] = readScopes(scope).tokens.filter((token) => token !== 'openid')
  return name === undefined || more.length > 0 ? null : (scopeAliases.get(name) ?? null)
}

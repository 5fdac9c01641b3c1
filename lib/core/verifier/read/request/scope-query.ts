import type { ProtocolSettings } from '../../../ground/ports/settings'
import type { JsonObject } from '../../../ground/values/json'
import { readScopes } from './read-scopes'

/**
 * The query that the scope of a request stands for, where the operator named one; `null` for a request with a query of
 * its own, and for a scope that nobody here knows. Of several scope values none is taken: what they ask for together is
 * not told. OID4VP-1FINAL-5.5
 */
export function queryOfScope(
  { dcql_query: query, scope }: JsonObject,
  { scopeAliases }: Pick<ProtocolSettings, 'scopeAliases'>,
): JsonObject | null {
  if (query !== undefined || scope === undefined) return null
  const [name, ...more] = readScopes(scope).tokens.filter((token) => token !== 'openid')
  return name === undefined || more.length > 0 ? null : (scopeAliases.get(name) ?? null)
}

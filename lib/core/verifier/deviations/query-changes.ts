import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { refused, type VerifierDeviation } from './verifier-deviation'

/** What a deviation changes, and what it needs for that. */
export type QueryChange = Pick<VerifierDeviation, 'changes' | 'needs'>

/** The credential queries of a query that can be read. */
export const credentialsOf = (query: JsonObject): JsonObject[] =>
  Array.isArray(query.credentials) ? query.credentials.filter((one): one is JsonObject => isObject(one)) : []

/** An object without some of its members. */
export const without = (members: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** Changes the DCQL query; a deviation that does needs one. */
export const inQuery = (change: (query: JsonObject) => Json): QueryChange => ({
  needs: { query: true },
  changes: {
    parameters: (request) => ({
      ...request,
      dcql_query: change(isObject(request.dcql_query) ? (request.dcql_query as JsonObject) : {}),
    }),
  },
})

/** Changes every credential query. */
export const inEach = (change: (credential: JsonObject) => JsonObject): QueryChange =>
  inQuery((query) => ({ ...query, credentials: credentialsOf(query).map(change) }))

const changeFirst = (query: JsonObject, change: (credential: JsonObject) => JsonObject): JsonObject => ({
  ...query,
  credentials: credentialsOf(query).map((credential, place) => (place === 0 ? change(credential) : credential)),
})

/** Changes the first credential query, so that one member alone is wrong. */
export const inFirst = (change: (credential: JsonObject) => JsonObject): QueryChange =>
  inQuery((query) => changeFirst(query, change))

/** Changes the id of the first credential query; sets of credentials would go on naming the one that was. */
export const inFirstId = (change: (credential: JsonObject) => JsonObject): QueryChange =>
  inQuery((query) => changeFirst(without(query, 'credential_sets'), change))

/** A query with one malformed member: a wallet refuses it, and says that the request is invalid. OID4VP-1FINAL-8.5 */
export const malformed = (
  id: string,
  section: string,
  title: string,
  change: QueryChange,
  errors: readonly string[] = ['invalid_request'],
): VerifierDeviation => ({
  id: `dcql_${id}`,
  title,
  clause: `OID4VP-1FINAL-${section}`,
  ...refused(...errors),
  ...change,
})

import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

/** A query change, with what it needs in a session request. */
export type QueryChange = Pick<VerifierDeviation, 'changes' | 'needs'>

/** The readable credential queries of a query. */
export const credentialsOf = (query: JsonObject): JsonObject[] =>
  Array.isArray(query.credentials) ? query.credentials.filter((one): one is JsonObject => isObject(one)) : []

/** Copies an object without the named members. */
export const without = (members: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** Changes the DCQL query; needs a request with one. */
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

/** Changes only the first credential query, so that exactly one member is wrong. */
export const inFirst = (change: (credential: JsonObject) => JsonObject): QueryChange =>
  inQuery((query) => changeFirst(query, change))

/** Changes the id of the first credential query and drops the credential sets, which would still name the old id. */
export const inFirstId = (change: (credential: JsonObject) => JsonObject): QueryChange =>
  inQuery((query) => changeFirst(without(query, 'credential_sets'), change))

/**
 * A deviation with one malformed query member, which the wallet must refuse as an invalid request. OID4VP-1FINAL-8.5
 */
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
  ...onBothChannels,
  ...change,
})

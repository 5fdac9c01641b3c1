import { jsonClaims, type KnownType, objectOf, shapeOfExample } from '../../../shared/dcql/claim-shape'
import type { DcqlQuery } from '../../../shared/dcql/dcql-query'
import { pidTypes } from '../../../shared/dcql/pid-types'
import { readDcqlQuery } from '../../../shared/dcql/read-dcql-query'
import type { CredentialConfiguration } from '../../../shared/formats/credential-format'
import type { OwnCredential } from '../../../shared/formats/own-credential'
import type { ProtocolSettings } from '../../../shared/ports/settings'
import type { PresentationSession } from '../../../shared/ports/store-types'
import type { Json, JsonObject } from '../../../shared/values/json'

/** The query of a request: DCQL, or implied by its scope; `null` if unknown. OID4VP-1FINAL-5.1, OID4VP-1FINAL-5.5 */
export function sessionQuery({ options }: Pick<PresentationSession, 'options'>, request: JsonObject): DcqlQuery | null {
  const query = request.dcql_query ?? options.scope_query
  return query === undefined || query === null ? null : readDcqlQuery(query)
}

/** Scope values of a request. RFC6749-3.3 */
export interface ScopesReading {
  readonly tokens: readonly string[]
  /** True if a value implies a query; `openid` only requests an ID Token. OID4VP-1FINAL-5.5 */
  readonly standsForQuery: boolean
  /** The problem with the value, as one sentence; `null` if none. */
  readonly error: string | null
}

/** Maximum total length of scope values, far beyond useful requests. */
const scopeCharactersMax = 8192

const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** True for an empty array, which requests no scope, whatever else the request says. */
export const asksForNoScope = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 0

/** Reads scopes from a space-separated string or an array; never throws. */
export function readScopes(value: Json): ScopesReading {
  if (isTooLong(value)) return malformed(`Scopes may have ${scopeCharactersMax} characters together.`)
  const tokens = tokensOf(value)
  if (tokens === null) return malformed('Scopes are a string with spaces between them, or an array of strings.')
  if (tokens.length === 0) return malformed('At least one scope value is needed.')
  if (!tokens.every((token) => scopeToken.test(token)))
    return malformed('A scope value holds visible ASCII characters other than quote and backslash, and at least one.')
  if (new Set(tokens).size < tokens.length) return malformed('A scope value is given more than once.')
  return { tokens, standsForQuery: tokens.some((token) => token !== 'openid'), error: null }
}

/** Checked before splitting, which could create hundreds of thousands of values. */
function isTooLong(value: Json): boolean {
  if (typeof value === 'string') return value.length > scopeCharactersMax
  if (!Array.isArray(value)) return false
  let characters = 0
  for (const token of value) {
    // Includes the space between values.
    characters += typeof token === 'string' ? token.length + 1 : 1
    if (characters > scopeCharactersMax + 1) return true
  }
  return false
}

function tokensOf(value: Json): string[] | null {
  if (typeof value === 'string') return value.split(' ')
  if (!Array.isArray(value)) return null
  return value.every((token) => typeof token === 'string') ? value : null
}

const malformed = (error: string): ScopesReading => ({ tokens: [], standsForQuery: false, error })

/**
 * The query configured for the request's scope; `null` for a request with its own query, an unknown scope, or several
 * scope values, whose combination is undefined. OID4VP-1FINAL-5.5
 */
export function queryOfScope(
  { dcql_query: query, scope }: JsonObject,
  { scopeAliases }: Pick<ProtocolSettings, 'scopeAliases'>,
): JsonObject | null {
  if (query !== undefined || scope === undefined) return null
  const [name, ...more] = readScopes(scope).tokens.filter((token) => token !== 'openid')
  return name === undefined || more.length > 0 ? null : (scopeAliases.get(name) ?? null)
}

const mdocPid = 'eu.europa.ec.eudi.pid.1'

const mdocClaim = (element: string): JsonObject => ({ path: [mdocPid, element], intent_to_retain: false })

const credentials: JsonObject[] = [
  {
    id: 'pid_sd_jwt',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }, { path: ['given_name'] }, { path: ['birthdate'] }],
  },
  {
    id: 'pid_mdoc',
    format: 'mso_mdoc',
    meta: { doctype_value: mdocPid },
    claims: [mdocClaim('family_name'), mdocClaim('given_name'), mdocClaim('birth_date')],
  },
]

/**
 * Requests the minimum that proves a PID, in either format. The credential set makes each format optional; otherwise a
 * wallet with only one of them would return nothing.
 * @see OID4VP-1FINAL-6.4.2
 */
export const defaultDcqlQuery: JsonObject = {
  credentials: credentials,
  credential_sets: [{ options: [['pid_sd_jwt'], ['pid_mdoc']] }],
}

/** Drops `intent_to_retain: false`, the default for wallets. OID4VP-1FINALA-B.2.4 */
export const briefQuery = (query: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(query, (name, value) => (name === 'intent_to_retain' && value === false ? undefined : value)),
  )

/** The default query for mdoc only. ISO18013-7-C */
export const defaultMdocQuery: JsonObject = { credentials: credentials.filter(({ format }) => format === 'mso_mdoc') }

/** Claims requested of a credential that is no PID. */
const ownClaimsMax = 3

/** Query for a type in its format, for a wallet that was issued it. */
export const queryForType = (type: CredentialConfiguration): JsonObject => ({
  credentials: type.own === undefined ? queriesFor(type) : [ownQuery(type, type.own)],
})

/** Some claims of a tester-defined credential; with proof of possession if it is key-bound. */
const ownQuery = (type: CredentialConfiguration, { claims, namespace, bound }: OwnCredential): JsonObject => ({
  id: 'own_type',
  format: type.format,
  meta: metaOf(type),
  claims: Object.keys(claims)
    .slice(0, ownClaimsMax)
    .map((name) =>
      type.format === 'mso_mdoc' ? { path: [namespace ?? '', name], intent_to_retain: false } : { path: [name] },
    ),
  ...(bound ? {} : { require_cryptographic_holder_binding: false }),
})

const queriesFor = (type: CredentialConfiguration): JsonObject[] =>
  credentials
    .filter(({ format }) => format === type.format)
    .map((query): JsonObject => ({ ...query, meta: metaOf(type) }))

/** The claims of a type that this service issues, for reading a query against them. */
export function claimsOfType(type: CredentialConfiguration): KnownType | null {
  const name = type.format === 'mso_mdoc' ? type.doctype : type.vct
  if (type.own === undefined) {
    const pid = pidTypes.find(({ format }) => format === type.format)
    return pid === undefined ? null : { ...pid, type: name }
  }
  const claims = shapeOfExample(type.own.claims)
  return {
    format: type.format,
    type: name,
    claims: type.format === 'mso_mdoc' ? objectOf({ [type.own.namespace ?? '']: claims }) : jsonClaims(claims),
  }
}

const metaOf = (type: CredentialConfiguration): JsonObject =>
  type.format === 'mso_mdoc' ? { doctype_value: type.doctype } : { vct_values: [type.vct] }

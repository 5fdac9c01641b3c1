import { isObject, type JsonObject, stringMember, stringsMember } from '../../json'
import { RequestRefused } from '../request/request-refused'

/** One step of a claims path pointer: a name, an index, or null for all elements (OID4VP-1FINAL-7). */
export type PathStep = string | number | null

/** OID4VP-1FINAL-6.3 */
export interface ClaimsQuery {
  id: string | null
  path: PathStep[]
  values: (string | number | boolean)[] | null
}

/** OID4VP-1FINAL-6.1.1 */
export interface TrustedAuthority {
  type: string
  values: string[]
  /** Whether the authority vouches for a chain; present only if the wallet has read the lists in `values`. */
  vouchesFor?: (x5c: readonly string[]) => boolean
}

/** OID4VP-1FINAL-6.1 */
export interface CredentialQuery {
  id: string
  format: string
  /** As received; each format reads its own members. */
  meta: JsonObject
  multiple: boolean
  holderBinding: boolean
  trustedAuthorities: TrustedAuthority[] | null
  claims: ClaimsQuery[] | null
  claimSets: string[][] | null
}

/** OID4VP-1FINAL-6.2 */
export interface CredentialSetQuery {
  options: string[][]
  required: boolean
}

/** What a verifier requests (OID4VP-1FINAL-6). */
export interface DcqlQuery {
  credentials: CredentialQuery[]
  credentialSets: CredentialSetQuery[] | null
}

const stepsMax = 32

/**
 * Parses a DCQL query. Ignores unknown properties at every level.
 *
 * @throws RequestRefused `invalid_request` that names the malformed part
 */
export function readDcqlQuery(value: unknown): DcqlQuery {
  const query = requireObject(value, 'dcql_query')
  const credentials = requireArray(query.credentials, 'credentials').map(readCredentialQuery)
  requireUnique(credentials, 'credentials')
  const ids = new Set(credentials.map(({ id }) => id))
  const sets = query.credential_sets
  return {
    credentials,
    credentialSets:
      sets === undefined ? null : requireArray(sets, 'credential_sets').map((set) => readCredentialSet(set, ids)),
  }
}

function readCredentialQuery(value: unknown): CredentialQuery {
  const query = requireObject(value, 'an entry of credentials')
  const claims =
    query.claims === undefined
      ? null
      : requireArray(query.claims, 'claims').map((claim) => readClaimsQuery(claim, query.format))
  if (claims !== null) requireUnique(claims, 'claims')
  return {
    id: requireId(query.id),
    format: stringMember(query, 'format') ?? refuse('format is missing'),
    meta: requireMeta(query.meta, query.format),
    multiple: readBoolean(query, 'multiple', false),
    holderBinding: readBoolean(query, 'require_cryptographic_holder_binding', true),
    trustedAuthorities:
      query.trusted_authorities === undefined
        ? null
        : requireArray(query.trusted_authorities, 'trusted_authorities').map(readTrustedAuthority),
    claims,
    claimSets: readClaimSets(query.claim_sets, claims),
  }
}

/** The member of `meta` that names the type in each format (OID4VP-1FINALA-B.2.3, OID4VP-1FINALA-B.3.5). */
const typeMembers: Readonly<Record<string, string>> = { 'dc+sd-jwt': 'vct_values', mso_mdoc: 'doctype_value' }

function requireMeta(value: unknown, format: unknown): JsonObject {
  const meta = requireObject(value, 'meta')
  const wanted = typeMembers[String(format)]
  if (wanted !== undefined && meta[wanted] === undefined) refuse(`meta has no ${wanted}`)
  return meta
}

function readClaimsQuery(value: unknown, format: unknown): ClaimsQuery {
  const claim = requireObject(value, 'an entry of claims')
  const path = requireArray(claim.path, 'path').map(requireStep)
  if (path.length > stepsMax) refuse('path is too long')
  if (format === 'mso_mdoc' && (path.length !== 2 || !path.every((step) => typeof step === 'string')))
    refuse('path of an mdoc is not two strings')
  const values = claim.values === undefined ? null : requireArray(claim.values, 'values').map(requireScalar)
  return { id: claim.id === undefined ? null : requireId(claim.id), path, values }
}

function readClaimSets(value: unknown, claims: ClaimsQuery[] | null): string[][] | null {
  if (value === undefined) return null
  if (claims === null) return refuse('claim_sets is there without claims')
  if (claims.some(({ id }) => id === null)) refuse('claim_sets is there and a claim has no id')
  const known = new Set(claims.map(({ id }) => id))
  return requireArray(value, 'claim_sets').map((set) => requireIds(set, known, 'claim_sets'))
}

function readTrustedAuthority(value: unknown): TrustedAuthority {
  const authority = requireObject(value, 'an entry of trusted_authorities')
  const values = stringsMember(authority, 'values')
  const type = stringMember(authority, 'type')
  if (type === null || values === null || values.length === 0)
    return refuse('an entry of trusted_authorities is malformed')
  return { type, values }
}

function readCredentialSet(value: unknown, known: ReadonlySet<string>): CredentialSetQuery {
  const set = requireObject(value, 'an entry of credential_sets')
  return {
    options: requireArray(set.options, 'options').map((option) => requireIds(option, known, 'options')),
    required: readBoolean(set, 'required', true),
  }
}

function requireIds(value: unknown, known: ReadonlySet<string | null>, what: string): string[] {
  return requireArray(value, what).map((id) =>
    typeof id === 'string' && known.has(id) ? id : refuse(`${what} names something that is not in the query`),
  )
}

function requireUnique(entries: { id: string | null }[], what: string): void {
  const ids = entries.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size !== ids.length) refuse(`${what} repeats an id`)
}

function requireId(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value) ? value : refuse('an id is missing or malformed')
}

function requireStep(value: unknown): PathStep {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : refuse('path is malformed')
}

function requireScalar(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isInteger(value) ? value : refuse('values is malformed')
}

function readBoolean(object: JsonObject, name: string, usual: boolean): boolean {
  const value = object[name] ?? usual
  return typeof value === 'boolean' ? value : refuse(`${name} is not a boolean`)
}

function requireObject(value: unknown, what: string): JsonObject {
  return isObject(value) ? value : refuse(`${what} is not an object`)
}

function requireArray(value: unknown, what: string): unknown[] {
  return Array.isArray(value) && value.length > 0 ? value : refuse(`${what} is not an array with content`)
}

function refuse(what: string): never {
  throw new RequestRefused('invalid_request', `DCQL: ${what}`)
}

/**
 * Whether a response that differs from a user's refusal would reveal a claim's value, or who issued what the wallet
 * holds (OID4VP-1FINAL-15.4.1, 15.9.2).
 */
export const tellsOfValues = ({ credentials }: DcqlQuery): boolean =>
  credentials.some(
    ({ claims, trustedAuthorities }) => trustedAuthorities !== null || claims?.some(({ values }) => values !== null),
  )

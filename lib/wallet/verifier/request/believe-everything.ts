import { isObject, type JsonObject, objectMember, readJsonObject, stringMember } from '../../json'
import type { AuthorizationLink } from '../authorization-link'
import {
  type ClaimsQuery,
  type CredentialQuery,
  type DcqlQuery,
  type PathStep,
  readDcqlQuery,
} from '../dcql/dcql-query'
import type { AuthorizationRequest } from './authorization-request'
import { RequestRefused } from './request-refused'

/** The PID's type in each format. */
const pidMetas = {
  'dc+sd-jwt': { vct_values: ['urn:eudi:pid:1'] },
  mso_mdoc: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
} as const
const pidTypes = Object.values(pidMetas).flatMap((meta) => Object.values(meta).flat())

/**
 * How a wallet that verifies nothing reads a request: it believes everything and repairs what makes no sense. For tests
 * of verifiers that must catch such a wallet.
 */
export function believeRequest(claims: JsonObject): AuthorizationRequest {
  return {
    clientId: String(claims.client_id),
    nonce: typeof claims.nonce === 'string' ? claims.nonce : 'no-nonce-was-sent',
    responseMode: String(claims.response_mode),
    query: answerable(claims.dcql_query),
    transactions: [],
    idToken: false,
    deviceAlgorithm: -7,
  }
}

/**
 * Repaired claims: takes missing ones from the link, parses objects in texts, guesses where to respond, and ignores the
 * purpose of keys.
 */
export function repairRequest(claims: JsonObject, { clientId, request }: AuthorizationLink): JsonObject {
  const base = request.kind === 'reference' ? request.url : undefined
  const guessed = stringMember(claims, 'response_uri') ?? 'response'
  const { client_metadata: metadata } = claims
  return {
    ...claims,
    client_id: claims.client_id ?? clientId,
    ...(URL.canParse(guessed, base) ? { response_uri: new URL(guessed, base).href } : {}),
    client_metadata: believeKeys(typeof metadata === 'string' ? readJsonObject(metadata) : metadata),
  }
}

/** Repaired claims of a browser request: whatever their mode, the response returns through the browser. */
export function believeBrowserClaims(claims: JsonObject): JsonObject {
  const { client_metadata: metadata, response_mode: mode } = claims
  return {
    ...claims,
    response_mode: String(mode).endsWith('.jwt') ? 'dc_api.jwt' : 'dc_api',
    client_metadata: believeKeys(typeof metadata === 'string' ? readJsonObject(metadata) : metadata),
  }
}

function believeKeys(metadata: unknown): unknown {
  if (!isObject(metadata)) return metadata
  const keys = objectMember(metadata, 'jwks')?.keys
  if (!Array.isArray(keys)) return metadata
  return { ...metadata, jwks: { keys: keys.filter(isObject).map((key) => ({ ...key, alg: 'ECDH-ES' })) } }
}

/**
 * The part of a query that asks for a PID which the wallet holds, whoever issued it; one claim of the PID if nothing
 * else can be read.
 */
function answerable(value: unknown): DcqlQuery {
  const read = readLeniently(value)
  const known =
    read?.credentials.filter(({ meta }) => pidTypes.some((type) => JSON.stringify(meta).includes(type))) ?? []
  const found = known.length > 0 ? known : anyPid(value)
  const credentials = found.map((query) => ({ ...query, trustedAuthorities: null }))
  const ids = credentials.map(({ id }) => id)
  return { credentials, credentialSets: [{ options: [ids, ...ids.map((id) => [id])], required: true }] }
}

function readLeniently(value: unknown): DcqlQuery | null {
  try {
    return readDcqlQuery(value)
  } catch (error) {
    if (error instanceof RequestRefused) return null
    throw error
  }
}

/** A query for a PID with the first id, in its format if readable, else in any, with the readable claims. */
function anyPid(value: unknown): CredentialQuery[] {
  const first = isObject(value) && Array.isArray(value.credentials) ? value.credentials[0] : null
  const { id, format, claims, claim_sets: sets } = isObject(first) ? first : {}
  const formats = ['dc+sd-jwt', 'mso_mdoc'] as const
  const asked = formats.filter((known) => known === format)
  return (asked.length > 0 ? asked : formats).map((of, place) => ({
    id: `${typeof id === 'string' && id !== '' ? id : 'pid'}${place === 0 ? '' : '_mdoc'}`,
    format: of,
    meta: { ...pidMetas[of] },
    multiple: false,
    holderBinding: true,
    trustedAuthorities: null,
    claims: readableClaims(claims, sets, of),
    claimSets: null,
  }))
}

/** Claims of the first set, or all of them, whose path fits the format; `null` if none. */
function readableClaims(claims: unknown, sets: unknown, format: keyof typeof pidMetas): ClaimsQuery[] | null {
  const [set] = Array.isArray(sets) ? sets : []
  const all = (Array.isArray(claims) ? claims.filter(isObject) : []).flatMap(({ id, path }) => {
    const isAsked = !Array.isArray(set) || set.includes(id)
    return isAsked && isPath(path, format) ? [{ id: null, path, values: null }] : []
  })
  return all.length === 0 ? null : all
}

function isPath(path: unknown, format: keyof typeof pidMetas): path is PathStep[] {
  if (!Array.isArray(path) || path.length === 0) return false
  if (format === 'mso_mdoc') return path.length === 2 && path.every((step) => typeof step === 'string')
  return path.every((step) => step === null || typeof step === 'string' || (typeof step === 'number' && step >= 0))
}

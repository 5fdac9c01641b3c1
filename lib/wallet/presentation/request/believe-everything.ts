import { isObject, type JsonObject, objectMember } from '../../json'
import { type DcqlQuery, readDcqlQuery } from '../dcql/dcql-query'
import type { AuthorizationRequest } from './authorization-request'
import { RequestRefused } from './request-refused'

const pidType = 'urn:eudi:pid:1'

/**
 * What a wallet that verifies nothing takes a request for: whatever is in it, repaired where it makes no sense. For
 * tests of verifiers that have to catch such a wallet.
 */
export function believeRequest(claims: JsonObject): AuthorizationRequest {
  return {
    clientId: String(claims.client_id),
    nonce: typeof claims.nonce === 'string' ? claims.nonce : 'no-nonce-was-sent',
    query: answerable(claims.dcql_query),
    transactions: [],
    idToken: false,
    deviceAlgorithm: -7,
  }
}

/** The claims with keys that say what they are for, as a wallet reads them that does not look. */
export function believeKeys(claims: JsonObject): JsonObject {
  const metadata = objectMember(claims, 'client_metadata')
  const keys = objectMember(metadata, 'jwks')?.keys
  if (metadata === null || !Array.isArray(keys)) return claims
  const repaired = keys.filter(isObject).map((key) => ({ ...key, alg: 'ECDH-ES' }))
  return { ...claims, client_metadata: { ...metadata, jwks: { keys: repaired } } }
}

/** The part of a query that asks for a PID; one claim of it where nothing else can be read. */
function answerable(value: unknown): DcqlQuery {
  const read = readLeniently(value)
  const known = read?.credentials.filter(({ meta }) => JSON.stringify(meta).includes(pidType)) ?? []
  return { credentials: known.length > 0 ? known : [anyPid(value)], credentialSets: null }
}

function readLeniently(value: unknown): DcqlQuery | null {
  try {
    return readDcqlQuery(value)
  } catch (error) {
    if (error instanceof RequestRefused) return null
    throw error
  }
}

function anyPid(value: unknown): DcqlQuery['credentials'][number] {
  const first = isObject(value) && Array.isArray(value.credentials) ? value.credentials[0] : null
  return {
    id: isObject(first) && typeof first.id === 'string' ? first.id : 'pid',
    format: 'dc+sd-jwt',
    meta: { vct_values: [pidType] },
    multiple: false,
    holderBinding: true,
    trustedAuthorities: null,
    claims: null,
    claimSets: null,
  }
}

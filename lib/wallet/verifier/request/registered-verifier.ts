import { type EcPublicJwk, readEcJwk } from '../../jose/key'
import { isObject, type JsonObject, objectMember, stringMember, stringsMember } from '../../json'

/** A verifier that is registered with the wallet: it needs no prefix, and sends no metadata (OID4VP-1FINAL-5.9.2). */
export interface RegisteredVerifier {
  clientId: string
  keys: { kid: string | null; jwk: EcPublicJwk }[]
  metadata: JsonObject
  /** Allowed addresses of responses and of requests; empty if it registered none. */
  responseUris: string[]
  requestUris: string[]
}

/**
 * Reads `{"client_id", "jwks", "client_metadata"}`, with the addresses in `response_uri` or `redirect_uris`, and `request_uris`, if
 * there are any (RFC 7591 section 2, RFC9101-10.4).
 *
 * @returns null for anything else, an address of another type too: without it, responses could go anywhere
 */
export function readRegisteredVerifier(value: unknown): RegisteredVerifier | null {
  if (!isObject(value)) return null
  const clientId = stringMember(value, 'client_id')
  const metadata = objectMember(value, 'client_metadata')
  const listed = objectMember(value, 'jwks')?.keys
  const keys = (Array.isArray(listed) ? listed : []).flatMap((key) => {
    const jwk = readEcJwk(key)
    return jwk === null ? [] : [{ kid: stringMember(key, 'kid'), jwk }]
  })
  if (clientId === null || metadata === null || keys.length === 0) return null
  const one = 'response_uri' in value ? stringMember(value, 'response_uri') : undefined
  const [more, requestUris] = [addresses(value, 'redirect_uris'), addresses(value, 'request_uris')]
  if (one === null || more === null || requestUris === null) return null
  return { clientId, keys, metadata, responseUris: one === undefined ? more : [one, ...more], requestUris }
}

/** Empty if the member is absent; null if it is not an array of strings. */
const addresses = (value: JsonObject, member: string): string[] | null =>
  member in value ? stringsMember(value, member) : []

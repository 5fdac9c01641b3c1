import type { EcPublicJwk } from '../../jose/key'
import { readEcJwk } from '../../jose/key'
import { isObject, type JsonObject, objectMember, stringMember } from '../../json'

/** A verifier that was registered with the wallet: it needs no prefix, and sends no metadata (OID4VP-1FINAL-5.9.2). */
export interface RegisteredVerifier {
  clientId: string
  keys: { kid: string | null; jwk: EcPublicJwk }[]
  metadata: JsonObject
}

/** Reads `{"client_id", "jwks", "client_metadata"}`; null for anything else. */
export function readRegisteredVerifier(value: unknown): RegisteredVerifier | null {
  if (!isObject(value)) return null
  const clientId = stringMember(value, 'client_id')
  const metadata = objectMember(value, 'client_metadata')
  const listed = objectMember(value, 'jwks')?.keys
  const keys = (Array.isArray(listed) ? listed : []).flatMap((key) => {
    const jwk = readEcJwk(key)
    return jwk === null ? [] : [{ kid: stringMember(key, 'kid'), jwk }]
  })
  return clientId === null || metadata === null || keys.length === 0 ? null : { clientId, keys, metadata }
}

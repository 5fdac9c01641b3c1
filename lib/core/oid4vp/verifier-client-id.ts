import { fromBase64 } from '../base64'
import { toBase64url } from '../base64url'
import { invariant } from '../errors'
import type { Sha256 } from '../ports'

/**
 * The Client Identifier of a verifier that is known by its certificate: the prefix and the SHA-256 of the leaf's DER.
 * @see OID4VP-1FINAL-5.9.3, HAIP-5
 */
export function verifierClientId(x5c: readonly string[], sha256: Sha256): string {
  const der = fromBase64(x5c[0] ?? '')
  invariant(der !== null && der.length > 0, 'The key that signs requests has a certificate.')
  return `x509_hash:${toBase64url(sha256(der))}`
}

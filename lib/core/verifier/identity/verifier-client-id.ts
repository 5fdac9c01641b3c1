import { invariant } from '../../ground/ports/errors'
import type { Sha256 } from '../../ground/ports/ports'
import type { ProtocolSettings } from '../../ground/ports/settings'
import { fromBase64 } from '../../ground/values/base64'
import { toBase64url } from '../../ground/values/base64url'

/** The Client Identifier prefix for a certificate hash. */
export const x509HashPrefix = 'x509_hash:'

/**
 * The verifier's Client Identifier: its prefix followed by the SHA-256 of the leaf certificate's DER, or by the host of
 * the service, which that leaf names.
 * @see OID4VP-1FINAL-5.9.3, HAIP-5
 */
export function verifierClientId(
  x5c: readonly string[],
  { verifierClientIdPrefix, baseUrl }: Pick<ProtocolSettings, 'verifierClientIdPrefix' | 'baseUrl'>,
  sha256: Sha256,
): string {
  if (verifierClientIdPrefix === 'x509_san_dns') return `x509_san_dns:${new URL(baseUrl).hostname}`
  const der = fromBase64(x5c[0] ?? '')
  invariant(der !== null && der.length > 0, 'The key that signs requests has a certificate.')
  return `${x509HashPrefix}${toBase64url(sha256(der))}`
}

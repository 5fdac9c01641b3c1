import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import { AuthorityKeyIdentifierExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509'

/** KeyIdentifier of a certificate's AuthorityKeyIdentifier, base64url; `null` without one. RFC 5280 section 4.2.1.1 */
export function authorityKeyIdentifierOf(certificate: X509Certificate): string | null {
  const keyId = new ParsedCertificate(certificate.raw).getExtension(AuthorityKeyIdentifierExtension)?.keyId
  return keyId === undefined ? null : Buffer.from(keyId, 'hex').toString('base64url')
}

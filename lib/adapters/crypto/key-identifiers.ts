import type { X509Certificate } from 'node:crypto'
import type { CertificateFact } from '@/lib/core/ground/ports/certificate-facts'
import { partsOf } from './chain/certificate-parts'

/** The subject and authority key identifiers of a certificate, base64url. Throws DerError. RFC 5280 section 4.2.1 */
export function keyIdentifiersOf(
  certificate: X509Certificate,
): Pick<CertificateFact, 'authorityKeyIdentifier' | 'subjectKeyIdentifier'> {
  const { authorityKeyIdentifier, subjectKeyIdentifier } = partsOf(certificate)
  return {
    authorityKeyIdentifier: authorityKeyIdentifier?.toString('base64url') ?? null,
    subjectKeyIdentifier: subjectKeyIdentifier?.toString('base64url') ?? null,
  }
}

import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  X509Certificate as ParsedCertificate,
  SubjectKeyIdentifierExtension,
} from '@peculiar/x509'
import type { CertificateFact } from '@/lib/core/ground/ports/certificate-facts'

/** The subject and authority key identifiers of a certificate, base64url. RFC 5280 section 4.2.1 */
export function keyIdentifiersOf(
  certificate: X509Certificate,
): Pick<CertificateFact, 'authorityKeyIdentifier' | 'subjectKeyIdentifier'> {
  const parsed = new ParsedCertificate(certificate.raw)
  return {
    authorityKeyIdentifier: base64urlOf(parsed.getExtension(AuthorityKeyIdentifierExtension)?.keyId),
    subjectKeyIdentifier: base64urlOf(parsed.getExtension(SubjectKeyIdentifierExtension)?.keyId),
  }
}

const base64urlOf = (hex: string | undefined): string | null =>
  hex === undefined ? null : Buffer.from(hex, 'hex').toString('base64url')

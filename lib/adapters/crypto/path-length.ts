import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509'

/**
 * The maximum number of intermediate certificates below this one; infinite without a limit. RFC 5280 section 4.2.1.9
 */
export function pathLengthOf(certificate: X509Certificate): number {
  const constraints = new ParsedCertificate(certificate.raw).getExtension(BasicConstraintsExtension)
  return constraints?.pathLength ?? Number.POSITIVE_INFINITY
}

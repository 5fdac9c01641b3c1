import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509'

/**
 * Whether one certificate is issued by another, which has to be an authority: a party could otherwise issue for anybody
 * (RFC5280-6.1.4).
 *
 * @param depth - how many certificates lie between the issuer and the leaf, which does not count (RFC5280-4.2.1.9)
 */
export function issues(issuer: X509Certificate, certificate: X509Certificate, depth: number): boolean {
  if (!issuer.ca || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return false
  try {
    const { pathLength } = new ParsedCertificate(issuer.raw).getExtension(BasicConstraintsExtension) ?? {}
    return pathLength === undefined || pathLength >= depth
  } catch {
    // Its limits cannot be read.
    return false
  }
}

/** Whether a certificate is signed with its own key, as trust anchors are. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  // checkIssued also requires that the issuer may sign certificates, which is never true of a leaf.
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

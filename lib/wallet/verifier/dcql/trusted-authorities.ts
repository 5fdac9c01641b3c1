import 'reflect-metadata'
import { AuthorityKeyIdentifierExtension, X509Certificate } from '@peculiar/x509'
import type { TrustedAuthority } from './dcql-query'

/**
 * Whether a chain belongs to one of these authorities: of the type `aki` by the authority key identifier of any certificate
 * (OID4VP-1FINAL-6.1.1.1, HAIP-1FINAL-5), of the type `etsi_tl` by lists that were read before (OID4VP-1FINAL-6.1.1.2). Other types
 * match nothing.
 *
 * @param x5c - certificates in base64 of DER
 */
export function matchesAuthority(authorities: TrustedAuthority[], x5c: string[]): boolean {
  if (authorities.some(({ vouchesFor }) => vouchesFor?.(x5c) === true)) return true
  const wanted = authorities.filter(({ type }) => type === 'aki').flatMap(({ values }) => values)
  return x5c.some((certificate) => {
    const keyId = authorityKeyIdentifier(certificate)
    return keyId !== null && wanted.includes(keyId)
  })
}

/** The authority key identifier of a certificate, base64url; null when it has none (RFC5280-4.2.1.1). */
export function authorityKeyIdentifier(certificate: string): string | null {
  const hex = new X509Certificate(certificate).getExtension(AuthorityKeyIdentifierExtension)?.keyId
  return hex === undefined ? null : Buffer.from(hex, 'hex').toString('base64url')
}

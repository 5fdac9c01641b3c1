import type { Ports } from '../ports/ports'
import type { KeptCertificate } from '../ports/session-options'
import { toIso } from '../time/time'

/** The stored facts of a session's certificate; `null` for one that cannot be read. */
export function keptCertificate(
  x5c: readonly string[],
  { trustAnchors }: Pick<Ports, 'trustAnchors'>,
): KeptCertificate | null {
  const read = trustAnchors('credential_issuer')(x5c)
  if (!read.readable) return null
  const [{ subject, issuer, sha256, policies, notAfter }] = read.certificates
  return { subject, issuer, sha256, policies, not_after: toIso(notAfter), chain_length: x5c.length }
}

/** Converts base64 DER to PEM. RFC 7468 section 5 */
export const certificatePem = (der: string): string =>
  [boundary('BEGIN'), ...(der.match(/.{1,64}/g) ?? []), boundary('END'), ''].join('\n')

const boundary = (place: 'BEGIN' | 'END'): string => `-----${place} CERTIFICATE-----`

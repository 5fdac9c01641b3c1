import 'reflect-metadata'
import { webcrypto, type X509Certificate } from 'node:crypto'
import { X509Certificate as ParsedCertificate, X509Crl } from '@peculiar/x509'
import { clockSkewMillis, type TrustContext } from '../trust-context'
import { revocationAddresses } from './certificate-content'

/** What the revocation lists of a certificate say of it; null where it names none. */
export async function revocationOf(
  context: TrustContext,
  certificate: X509Certificate,
  issuer: X509Certificate,
): Promise<'good' | 'revoked' | 'unknown' | null> {
  const addresses = revocationAddresses(certificate)
  if (addresses.length === 0) return null
  for (const address of addresses) {
    const fetched = await context.fetch('revocation_list', address, 'application/pkix-crl')
    const said = fetched === null ? null : await statusIn(fetched.bytes, { certificate, issuer, now: context.now })
    if (said !== null) return said
  }
  return 'unknown'
}

/** Extensions of a list that this wallet understands: its number and its key (RFC5280-5.2). */
const understood: ReadonlySet<string> = new Set(['2.5.29.20', '2.5.29.35'])

/**
 * What a revocation list says of a certificate; null for a list that is not one, not current, or not by the certificate's issuer
 * (RFC5280-6.3.3). Never throws because of what the list holds.
 *
 * @param bytes - DER, or PEM
 */
export async function statusIn(
  bytes: Buffer,
  { certificate, issuer, now }: { certificate: X509Certificate; issuer: X509Certificate; now: number },
): Promise<'good' | 'revoked' | null> {
  try {
    const isPem = bytes.subarray(0, 10).toString('latin1') === '-----BEGIN'
    const list = new X509Crl(isPem ? bytes.toString('latin1') : new Uint8Array(bytes))
    const authority = new ParsedCertificate(issuer.raw)
    const { thisUpdate, nextUpdate } = list
    if (list.issuer !== authority.subject || thisUpdate.getTime() > now + clockSkewMillis) return null
    if (nextUpdate === undefined || nextUpdate.getTime() <= now) return null
    if (list.extensions.some(({ critical, type }) => critical && !understood.has(type))) return null
    if (!(await list.verify({ publicKey: authority.publicKey }, webcrypto as Crypto))) return null
    return list.findRevoked(certificate.serialNumber.toLowerCase()) === null ? 'good' : 'revoked'
  } catch {
    return null
  }
}

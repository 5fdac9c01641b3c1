import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { RevokedCertificate } from '@/lib/core/ground/ports/trust'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import { issuerParts } from '../make-certificate'
import { integer } from './der-of'
import type { Authority } from './open-authority'

/**
 * A revocation list of an authority, DER. Its number is the second at which it was made, so a later one has a greater
 * number. RFC 5280 section 5
 */
export async function makeRevocationList(
  authority: Authority,
  entries: readonly RevokedCertificate[],
  { thisUpdate, nextUpdate }: { readonly thisUpdate: EpochMillis; readonly nextUpdate: EpochMillis },
): Promise<Uint8Array> {
  const { signingKey, identifier } = await issuerParts(authority)
  const list = await x509.X509CrlGenerator.create(
    {
      issuer: new x509.X509Certificate(authority.certificate.raw).subject,
      thisUpdate: new Date(thisUpdate),
      nextUpdate: new Date(nextUpdate),
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      signingKey,
      entries: entries.map(({ certificate, at }) => ({
        serialNumber: new x509.X509Certificate(Buffer.from(certificate, 'base64')).serialNumber,
        revocationDate: new Date(at),
      })),
      extensions: [identifier, new x509.Extension(crlNumber, false, integer(Math.floor(thisUpdate / 1000)))],
    },
    crypto,
  )
  return new Uint8Array(list.rawData)
}

/** RFC 5280 section 5.2.3 */
const crlNumber = '2.5.29.20'

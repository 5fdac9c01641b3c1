import 'reflect-metadata'
import { createPublicKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { EpochMillis } from '@/lib/core/ground/time/time'

/** A distinguished name as a list of its parts, e.g. `[['C', 'IT'], ['CN', 'Root']]`. */
export type DistinguishedName = ReadonlyArray<readonly [type: string, value: string]>

/** The contents of a certificate. */
export interface CertificateProfile {
  readonly subject: DistinguishedName
  readonly notBefore: EpochMillis
  readonly notAfter: EpochMillis
  readonly extensions: readonly x509.Extension[]
}

/** The signer: its private key, and its certificate unless it is self-signed. */
export interface CertificateIssuer {
  readonly privateKey: KeyObject
  readonly certificate: X509Certificate | null
}

/**
 * Makes an X.509 certificate for the public half of `subjectKey`, signed with ES256. Adds both key identifiers; the
 * serial number is 127 random bits. RFC 5280 section 4.1
 */
export async function makeCertificate(
  subjectKey: KeyObject,
  issuer: CertificateIssuer,
  profile: CertificateProfile,
): Promise<X509Certificate> {
  const publicKey = await importPublic(subjectKey)
  const from = await issuerParts(issuer)
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: nameOf(profile.subject),
      issuer: from.name ?? nameOf(profile.subject),
      notBefore: new Date(profile.notBefore),
      notAfter: new Date(profile.notAfter),
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      publicKey,
      signingKey: from.signingKey,
      extensions: [
        ...profile.extensions,
        await x509.SubjectKeyIdentifierExtension.create(publicKey, false, crypto),
        from.identifier,
      ],
    },
    crypto,
  )
  return new X509Certificate(Buffer.from(certificate.rawData))
}

/** What certificates of one issuer have in common. */
interface IssuerParts {
  readonly signingKey: CryptoKey
  /** `null` for one that signs itself. */
  readonly name: x509.Name | null
  readonly identifier: x509.Extension
}

/** A quarter of the work on a certificate is the same for each one of an issuer. By its certificate, or its key without one. */
const known = new WeakMap<X509Certificate | KeyObject, IssuerParts>()

async function issuerParts({ privateKey, certificate }: CertificateIssuer): Promise<IssuerParts> {
  const parts = known.get(certificate ?? privateKey)
  if (parts !== undefined) return parts
  const made: IssuerParts = {
    signingKey: await importPrivate(privateKey),
    name: certificate === null ? null : new x509.X509Certificate(certificate.raw).subjectName,
    identifier: await x509.AuthorityKeyIdentifierExtension.create(await importPublic(privateKey), false, crypto),
  }
  known.set(certificate ?? privateKey, made)
  return made
}

const p256 = { name: 'ECDSA', namedCurve: 'P-256' }

const importPrivate = (key: KeyObject) =>
  crypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), p256, true, ['sign'])

const importPublic = (key: KeyObject) =>
  crypto.subtle.importKey('spki', createPublicKey(key).export({ type: 'spki', format: 'der' }), p256, true, ['verify'])

const nameOf = (name: DistinguishedName): x509.JsonName => name.map(([type, value]) => ({ [type]: [value] }))

/** Positive and non-zero, so that DER needs no padding byte. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

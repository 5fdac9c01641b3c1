import 'reflect-metadata'
import { createHash, createPublicKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { EpochMillis } from '@/lib/core/shared/time/time'

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
  /** Key to name as the issuer's, if not the one that signs. */
  readonly namedKey?: KeyObject
}

/**
 * Makes an X.509 certificate for the public half of `subjectKey`, on P-256, of RSA or Ed25519, signed with ES256. Adds both key
 * identifiers; the serial number is 127 random bits. RFC 5280 section 4.1
 */
export const makeCertificate = async (...input: Parameters<typeof makeCertificateDer>): Promise<X509Certificate> =>
  new X509Certificate(await makeCertificateDer(...input))

/** Like `makeCertificate`, as DER: parsing the certificate would take an eighth of the time of making it. */
export async function makeCertificateDer(
  subjectKey: KeyObject,
  issuer: CertificateIssuer,
  profile: CertificateProfile,
): Promise<Buffer> {
  const { spki: publicKey, identifier } = publicPartsOf(subjectKey)
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
      extensions: [...profile.extensions, new x509.SubjectKeyIdentifierExtension(identifier), from.identifier],
    },
    crypto,
  )
  return Buffer.from(certificate.rawData)
}

/** The parts that all certificates of an issuer share. */
interface IssuerParts {
  readonly signingKey: CryptoKey
  /** `null` for a self-signed certificate. */
  readonly name: x509.Name | null
  readonly identifier: x509.Extension
}

/**
 * Cached by the issuer's certificate, or by its key without one: a quarter of the work is the same for all certificates
 * of an issuer.
 */
const known = new WeakMap<X509Certificate | KeyObject, IssuerParts>()

/** The signing key of an issuer, and its name and key identifier. */
export async function issuerParts({
  privateKey,
  certificate,
  namedKey = privateKey,
}: CertificateIssuer): Promise<IssuerParts> {
  const parts = known.get(certificate ?? privateKey)
  if (parts !== undefined) return parts
  const made: IssuerParts = {
    signingKey: await importPrivate(privateKey),
    name: certificate === null ? null : new x509.X509Certificate(certificate.raw).subjectName,
    identifier: new x509.AuthorityKeyIdentifierExtension(publicPartsOf(namedKey).identifier),
  }
  known.set(certificate ?? privateKey, made)
  return made
}

const p256 = { name: 'ECDSA', namedCurve: 'P-256' }

/** As a JWK, which is read three times as fast as PKCS #8. */
const importPrivate = (key: KeyObject) =>
  crypto.subtle.importKey('jwk', key.export({ format: 'jwk' }), p256, true, ['sign'])

/** Bytes of the SubjectPublicKeyInfo of a key on P-256, and of the point at its end. RFC 5480 section 2 */
const [spkiBytes, pointBytes] = [91, 65]

/** A public key on Ed25519, at the end of its SubjectPublicKeyInfo. RFC 8410 section 4 */
const ed25519Bytes = 32

/** The SubjectPublicKeyInfo of a key, and the SHA-1 of the key in it. Throws TypeError for a key on another curve. */
function publicPartsOf(key: KeyObject): { readonly spki: Uint8Array<ArrayBuffer>; readonly identifier: string } {
  const publicKey = createPublicKey(key)
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
  if (key.asymmetricKeyType === 'rsa')
    return { spki, identifier: keyIdentifier(publicKey.export({ type: 'pkcs1', format: 'der' })) }
  if (key.asymmetricKeyType === 'ed25519') return { spki, identifier: keyIdentifier(spki.subarray(-ed25519Bytes)) }
  if (spki.length !== spkiBytes) throw new TypeError('The key is not on the curve P-256.')
  return { spki, identifier: keyIdentifier(spki.subarray(-pointBytes)) }
}

/** SHA-1 of the content of the public key's bit string, hexadecimal. RFC 5280 section 4.2.1.2 */
const keyIdentifier = (bits: Uint8Array): string => createHash('sha1').update(bits).digest('hex')

const nameOf = (name: DistinguishedName): x509.JsonName => name.map(([type, value]) => ({ [type]: [value] }))

/** Positive and non-zero, so that DER needs no padding byte. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

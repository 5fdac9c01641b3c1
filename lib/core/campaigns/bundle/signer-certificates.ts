import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from '@peculiar/x509'
import { type EpochMillis, toDate } from '../../shared/time/time'
import { fromBase64, toBase64url } from '../../shared/values/base64url'

/** Extended key usage of a certificate whose key signs documents. RFC9336-3.1 */
export const documentSigning = '1.3.6.1.5.5.7.3.36'

/** More than any real signer chain has; limits what a stranger's file can make us parse. */
const certificatesMax = 5
const certificateBytesMax = 16 * 1024

/** The certificate chain of a signature, leaf first, without the root. */
export type SignerChain = readonly [X509Certificate, ...X509Certificate[]]

/** Reads `x5c`; `null` where it is not a list of certificates. Never throws. RFC7515-4.1.6 */
export function readSignerChain(x5c: unknown): SignerChain | null {
  if (!Array.isArray(x5c) || x5c.length > certificatesMax) return null
  const certificates: X509Certificate[] = []
  for (const entry of x5c) {
    const der = typeof entry === 'string' && entry.length <= certificateBytesMax * 2 ? fromBase64(entry) : null
    const certificate = der && readCertificate(Uint8Array.from(der))
    if (certificate === null) return null
    certificates.push(certificate)
  }
  const [leaf, ...others] = certificates
  return leaf === undefined ? null : [leaf, ...others]
}

/** Reads the only certificate of a PEM file; `null` if it holds none or several. Never throws. */
export function readRoot(pem: string): X509Certificate | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []
  const [only, ...others] = blocks
  return only === undefined || others.length > 0 ? null : readCertificate(only)
}

function readCertificate(raw: string | Uint8Array<ArrayBuffer>): X509Certificate | null {
  try {
    const certificate = new X509Certificate(raw)
    // Extensions and key are parsed on access, and may turn out unreadable.
    for (const { type } of certificate.extensions) certificate.getExtension(type)
    void certificate.publicKey.rawData
    return certificate
  } catch {
    return null
  }
}

/** The public key of a certificate as a JWK; `null` if it is not on P-256. RFC5480-2 */
export function p256Jwk({ publicKey }: X509Certificate): { kty: string; crv: string; x: string; y: string } | null {
  const spki = new Uint8Array(publicKey.rawData)
  const point = spki.subarray(-65)
  if (spki.length !== 91 || point[0] !== 4) return null
  return { kty: 'EC', crv: 'P-256', x: toBase64url(point.subarray(1, 33)), y: toBase64url(point.subarray(33)) }
}

/**
 * Why a certificate (DER) cannot be the leaf of a signer, phrased to follow its name; `null` if it can. RFC9336-3.1,
 * RFC5280-4.2.1.6
 */
export function unfitLeaf(der: ArrayBuffer | Uint8Array, baseUrl: string): string | null {
  const leaf = readCertificate(Uint8Array.from(new Uint8Array(der)))
  if (leaf === null) return 'cannot be read'
  const usages = leaf.getExtension(ExtendedKeyUsageExtension)?.usages ?? []
  if (!usages.includes(documentSigning)) return 'is not for signing documents'
  const names = leaf.getExtension(SubjectAlternativeNameExtension)?.names.toJSON() ?? []
  return names.some(({ type, value }) => type === 'url' && value === baseUrl) ? null : `does not name ${baseUrl}`
}

/**
 * Whether the chain leads to this root and every certificate, including the root, was valid at this time (RFC5280-6.1):
 * only CAs issue, and no deeper than their path length allows. Does not check revocation.
 */
export async function leadsTo(chain: SignerChain, root: X509Certificate, at: EpochMillis): Promise<boolean> {
  for (const [depth, certificate] of chain.entries()) {
    const issuer = chain[depth + 1] ?? root
    if (!(await issues(issuer, certificate, { depth, at }))) return false
  }
  return isCurrent(root, at) && hasOnlyKnown(root)
}

async function issues(
  issuer: X509Certificate,
  certificate: X509Certificate,
  { depth, at }: { readonly depth: number; readonly at: EpochMillis },
): Promise<boolean> {
  const limits = issuer.getExtension(BasicConstraintsExtension)
  const usage = issuer.getExtension(KeyUsagesExtension)
  if (limits === null || !limits.ca || (limits.pathLength ?? depth) < depth) return false
  if (usage !== null && (usage.usages & KeyUsageFlags.keyCertSign) === 0) return false
  if (certificate.issuer !== issuer.subject || !isCurrent(certificate, at) || !hasOnlyKnown(certificate)) return false
  try {
    return await certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true })
  } catch {
    // An unsupported key or algorithm verifies nothing.
    return false
  }
}

const isCurrent = ({ notBefore, notAfter }: X509Certificate, at: EpochMillis): boolean =>
  notBefore <= toDate(at) && toDate(at) <= notAfter

/** Extensions that are checked here: basic constraints, key usage, extended key usage, alternative name. RFC5280-4.2 */
const known: ReadonlySet<string> = new Set(['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.17'])

const hasOnlyKnown = ({ extensions }: X509Certificate): boolean =>
  extensions.every(({ critical, type }) => !critical || known.has(type))

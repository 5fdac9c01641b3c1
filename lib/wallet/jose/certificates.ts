import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509'
import { WalletStop } from '../errors'

/**
 * Parses a certificate of an `x5c` header: base64 of DER, not base64url (RFC7515-4.1.6).
 *
 * @throws WalletStop when it is malformed, or its key cannot be read
 */
export function readCertificate(base64: string): X509Certificate {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    // Node parses the key on access, and throws then.
    void certificate.publicKey.asymmetricKeyType
    return certificate
  } catch {
    throw new WalletStop('x5c holds something that is not a certificate')
  }
}

/**
 * Whether one certificate is issued by another, which must be a CA: otherwise any party could issue for anybody
 * (RFC5280-6.1.4).
 * @param depth - how many certificates lie between the issuer and the leaf, which does not count (RFC5280-4.2.1.9)
 */
export function issues(issuer: X509Certificate, certificate: X509Certificate, depth: number): boolean {
  if (!issuer.ca || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return false
  try {
    const { pathLength } = new ParsedCertificate(issuer.raw).getExtension(BasicConstraintsExtension) ?? {}
    return pathLength === undefined || pathLength >= depth
  } catch {
    // Its constraints cannot be read.
    return false
  }
}

/** Whether a certificate is signed with its own key, as trust anchors are. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  // checkIssued also requires that the issuer may sign certificates, which is never true of a leaf.
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

/** The signer's certificate, and whether its chain ends at a trust anchor of this wallet. */
export interface SigningCertificate {
  leaf: X509Certificate
  /** All certificates that were sent, leaf first. */
  chain: X509Certificate[]
  /** Null when the wallet has no trust anchors. */
  chainTrusted: boolean | null
}

/**
 * Reads the `x5c` header: leaf first, each certificate issued by the next, which is an authority, all valid now, the leaf not
 * self-signed (RFC7515-4.1.6, RFC5280-6.1, HAIP-1FINAL-6.1.1).
 *
 * @param nowMillis - epoch milliseconds
 * @param anchors - trusted roots as PEM
 * @param of - the signer, for error messages
 * @throws WalletStop, also when anchors are given and the chain ends at none of them
 */
export function readSigningCertificate({
  x5c,
  nowMillis,
  anchors,
  of,
}: {
  x5c: string[]
  nowMillis: number
  anchors: string[]
  of: 'issuer' | 'verifier'
}): SigningCertificate {
  const chain = x5c.map(readCertificate)
  const [leaf] = chain
  if (leaf === undefined) throw new WalletStop('x5c is empty')
  if (isSelfSigned(leaf)) throw new WalletStop(`The certificate of the ${of} is self-signed`)
  for (const [index, certificate] of chain.entries()) {
    if (Date.parse(certificate.validFrom) > nowMillis || Date.parse(certificate.validTo) < nowMillis) {
      throw new WalletStop(`A certificate of the ${of} is not valid at this time`)
    }
    const next = chain[index + 1]
    if (next !== undefined && !issues(next, certificate, index))
      throw new WalletStop('The certificates in x5c do not form a chain')
  }
  if (anchors.length === 0) return { leaf, chain, chainTrusted: null }
  const last = chain.at(-1) ?? leaf
  if (!anchors.map((pem) => new X509Certificate(pem)).some((anchor) => isIssuedBy(last, anchor))) {
    throw new WalletStop(`The certificate of the ${of} does not chain to a trust anchor of the wallet`)
  }
  return { leaf, chain, chainTrusted: true }
}

/** An anchor is trusted as given by its owner, whatever constraints its certificate states (RFC5280-6.1.1). */
const isIssuedBy = (certificate: X509Certificate, anchor: X509Certificate): boolean =>
  certificate.checkIssued(anchor) && certificate.verify(anchor.publicKey)

import { X509Certificate } from 'node:crypto'
import { WalletStop } from '../errors'
import { readCertificate } from '../jose/certificate'

/** The certificate that signed a credential, and whether its chain ends at an anchor of this wallet. */
export interface IssuerCertificate {
  leaf: X509Certificate
  /** Null when the wallet has no anchors to compare with. */
  chainTrusted: boolean | null
}

/**
 * Reads the `x5c` header: first certificate first, each issued by the next, all valid now, the leaf not self-signed
 * (RFC7515-4.1.6, HAIP-1FINAL-6.1.1).
 *
 * @param nowMillis - epoch milliseconds
 * @param anchors - trusted roots as PEM
 * @throws WalletStop, also when anchors are given and the chain ends at none of them
 */
export function readIssuerCertificate(x5c: string[], nowMillis: number, anchors: string[]): IssuerCertificate {
  const chain = x5c.map(readCertificate)
  const [leaf] = chain
  if (leaf === undefined) throw new WalletStop('x5c is empty')
  if (isSelfSigned(leaf)) throw new WalletStop('The certificate of the issuer is self-signed')
  for (const [index, certificate] of chain.entries()) {
    if (Date.parse(certificate.validFrom) > nowMillis || Date.parse(certificate.validTo) < nowMillis) {
      throw new WalletStop('A certificate of the issuer is not valid at this time')
    }
    const next = chain[index + 1]
    if (next !== undefined && !isIssuedBy(certificate, next))
      throw new WalletStop('The certificates of x5c are no chain')
  }
  if (anchors.length === 0) return { leaf, chainTrusted: null }
  const last = chain.at(-1) ?? leaf
  if (!anchors.map((pem) => new X509Certificate(pem)).some((anchor) => isIssuedBy(last, anchor))) {
    throw new WalletStop('The certificate of the issuer does not chain to a trust anchor of the wallet')
  }
  return { leaf, chainTrusted: true }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return isIssuedBy(certificate, certificate)
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

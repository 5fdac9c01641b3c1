import { X509Certificate } from 'node:crypto'
import { isSelfSigned, issues } from '../../jose/issuing'

/** How a chain ended: at an anchor, or why it did not. */
export type ChainJudgement =
  | { ends: 'at_anchor'; leaf: X509Certificate; issuer: X509Certificate }
  | { ends: 'unreadable' | 'with_anchor' | 'expired' | 'broken' | 'unknown_anchor'; leaf: X509Certificate | null }

const certificatesMax = 10
const certificateBytesMax = 16_384

/** The certificate in base64 of DER; null for anything else, or one whose key nobody here knows (RFC7515-4.1.6). Never throws. */
export function readChainCertificate(base64: string): X509Certificate | null {
  if (base64.length > certificateBytesMax * 2 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    // Read once: a key of an unknown kind throws only when it is asked for.
    return certificate.publicKey === null ? null : certificate
  } catch {
    return null
  }
}

/**
 * Follows a chain, leaf first, to one of the anchors (RFC5280-6.1): every certificate is current and issued by the next one, the
 * last one by an anchor, which is not sent along; only authorities issue, and no deeper than their path length allows.
 *
 * @param x5c - certificates in base64 of DER
 * @param now - epoch milliseconds
 */
export function judgeChain(x5c: readonly string[], anchors: readonly X509Certificate[], now: number): ChainJudgement {
  const chain = x5c.slice(0, certificatesMax).map(readChainCertificate)
  const [leaf = null] = chain
  const certificates = chain.filter((one) => one !== null)
  const last = certificates.at(-1)
  if (leaf === null || last === undefined || certificates.length !== x5c.length || leaf.ca)
    return { ends: 'unreadable', leaf }
  if (certificates.some(isSelfSigned)) return { ends: 'with_anchor', leaf }
  if (certificates.some((one) => !isCurrent(one, now))) return { ends: 'expired', leaf }
  for (const [depth, one] of certificates.entries()) {
    const next = certificates[depth + 1]
    if (next !== undefined && !issues(next, one, depth)) return { ends: 'broken', leaf }
  }
  const anchor = anchors.find((one) => issues(one, last, certificates.length - 1))
  if (anchor !== undefined) return { ends: 'at_anchor', leaf, issuer: certificates[1] ?? anchor }
  // It claims to be issued by somebody who is trusted.
  return { ends: anchors.some(({ subject }) => subject === last.issuer) ? 'broken' : 'unknown_anchor', leaf }
}

/** Whether a certificate is valid at this time, in epoch milliseconds. */
export function isCurrent({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && Date.parse(validTo) >= now
}

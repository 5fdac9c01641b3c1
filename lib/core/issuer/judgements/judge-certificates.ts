import { notApplicable, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { isUnusable, shownChainError } from '../../engine/judgements/shown'
import type { CertificateFacts } from '../../shared/ports/certificate-facts'
import type { EpochMillis } from '../../shared/time/time'
import { quote, say, type Wording } from '../../shared/values/wording'

/** The certificate whose key verifies a signature, as shown in findings; `null` if unreadable. */
export const signerOf = (certificates: CertificateFacts | null) => {
  if (!certificates?.readable) return null
  const [{ subject, sha256 }] = certificates.certificates
  return { certificate: quote(subject), sha256: quote(sha256) }
}

/**
 * Judges the `x5c` of an attestation: currently valid certificates, a leaf that is not self-signed, no trust anchor.
 * Only a broken chain refuses. HAIP-4.4.1, HAIP-4.5.1, RFC7515-4.1.6
 */
export function judgeCertificates(certificates: CertificateFacts | null, now: EpochMillis): Outcome {
  if (certificates === null) {
    return violated({
      expected: say`x5c`,
      actual: null,
      hint: say`Without x5c the key of the attestation is unknown here.`,
    })
  }
  if (!certificates.readable) {
    const { reason } = certificates
    return violated({
      expected: say`readable certificates`,
      actual: reason,
      refusal: `The x5c header parameter of the attestation cannot be used. ${reason}`,
    })
  }
  const [leaf] = certificates.certificates
  const { chainError, chained } = certificates
  const actual = { certificates: certificates.certificates.length }
  const chain = chainError && shownChainError(chainError, actual.certificates)
  if (!chained) {
    return violated({
      expected: say`each certificate certifies the one before it`,
      actual: { ...actual, chained, chain },
    })
  }
  if (isUnusable(chainError)) {
    return violated({
      expected: say`certificates without extensions that forbid their use`,
      actual: { ...actual, chain },
      refusal: 'A certificate of the attestation has an extension that rules out this use.',
    })
  }
  // The key is known and the chain intact. The other rules refuse only if the attestation must be trusted.
  const outdated = certificates.certificates.some(({ notBefore, notAfter }) => now < notBefore || now > notAfter)
  const errors = {
    ...(chain !== null && { chain }),
    ...(leaf.selfSigned && { leaf_self_signed: true }),
    ...(certificates.includesAnchor && !leaf.selfSigned && { includes_trust_anchor: true }),
    ...(outdated && { outside_validity: true }),
  }
  return Object.keys(errors).length === 0
    ? pass(actual)
    : violated({
        expected: say`a valid path, a leaf that is not self-signed, no trust anchor, valid now`,
        actual: { ...actual, ...errors },
        error: null,
      })
}

/**
 * Judges whether a validly signed attestation chains to a configured trust anchor: `enforce` requires it, `capture`
 * only reports it.
 */
export function judgeTrust(
  {
    certificates,
    signature,
  }: { readonly certificates: CertificateFacts | null; readonly signature: 'valid' | 'invalid' | 'unverifiable' },
  mode: 'capture' | 'enforce',
): Outcome {
  if (!certificates?.readable || signature !== 'valid')
    return notApplicable(say`There is no valid signature to rely on.`)
  if (certificates.trust === 'trusted') return pass(say`trusted`)
  const mismatch = {
    expected: say`a configured trust anchor`,
    actual:
      certificates.trust === 'no_anchor'
        ? say`signature valid, no anchor configured`
        : say`signature valid, issuer not trusted${because(certificates)}`,
  }
  return mode === 'enforce' ? violated(mismatch) : tolerated(mismatch)
}

const because = ({ trustError, certificates }: Extract<CertificateFacts, { readable: true }>): Wording | '' =>
  trustError === null ? '' : say`: ${shownChainError(trustError, certificates.length)}`

import { notApplicable, type Outcome, pass, type Reason, tolerated, violated } from '../../engine/checks/check'
import { isUnusable, shownChainError } from '../../engine/judgements/shown'
import { x5cTexts } from '../../shared/jose/jwt'
import type { CertificateFacts } from '../../shared/ports/certificate-facts'
import type { EpochMillis } from '../../shared/time/time'
import { quote, say, type Wording } from '../../shared/values/wording'

/** The certificate whose key verifies a signature, as shown in findings; `null` if unreadable. */
export const signerOf = (certificates: CertificateFacts | null) => {
  if (!certificates?.readable) return null
  const [{ subject, sha256 }] = certificates.certificates
  return { certificate: quote(subject), sha256: quote(sha256) }
}

/** That key, as public members; `null` if unreadable. */
export const signingKeyOf = (certificates: CertificateFacts | null) =>
  certificates?.readable ? certificates.certificates[0].publicJwk : null

const unusableX5c = 'The x5c header parameter of the attestation cannot be used.'

/** The key of the reason why certificates cannot be read. */
export function unreadableX5c(reason: Wording): `x5c_${keyof typeof x5cTexts | 'unreadable'}` {
  const found = Object.entries(x5cTexts).find(([, text]) => text === String(reason))
  return `x5c_${found === undefined ? 'unreadable' : (found[0] as keyof typeof x5cTexts)}`
}

/**
 * The reasons of certificates that cannot be read, or that make no path.
 * @param of the token with the certificates, e.g. `the key attestation`
 */
export const pathReasons = (of: string) =>
  ({
    x5c_not_an_array: {
      says: `The x5c of ${of} is not an array`,
      fix: 'Put the certificates into an array, even if there is one.',
    },
    x5c_empty: {
      says: `The x5c of ${of} is an empty array`,
      fix: 'Put the certificate of the key into the array, as base64 DER.',
    },
    x5c_too_many: {
      says: `The x5c of ${of} has more certificates than are read`,
      fix: 'Send the signer and the intermediates between it and the root, and nothing else.',
    },
    x5c_no_text: {
      says: `The x5c of ${of} has an element that is not a string`,
      fix: 'Write each certificate as base64 of its DER, in a JSON string.',
    },
    x5c_unreadable: {
      says: `A certificate in the x5c of ${of} cannot be read`,
      fix: 'Write each element as base64 (not base64url, not PEM) of the DER of one X.509 certificate.',
    },
    not_chained: {
      says: `The certificates in the x5c of ${of} do not certify one another: {chain}`,
      fix: 'Order them from the signer to its authority, and leave out those that are on no way to it.',
    },
    extension_rules_out: {
      says: `A certificate in the x5c of ${of} has an extension that rules out its use: {chain}`,
      fix: 'Have the certificate issued without that extension, or with it not critical.',
    },
    path_broken: {
      says: `The certificates in the x5c of ${of} break a rule of certification paths: {chain}`,
      fix: 'Have the certificates issued by an authority whose own certificate allows it.',
      error: null,
    },
  }) as const satisfies Readonly<Record<string, Reason>>

/**
 * The reasons of `judgeCertificates`.
 * @param of the token with the certificates, e.g. `the key attestation`
 */
export function certificateReasons(of: string) {
  const path = pathReasons(of)
  return {
    no_x5c: {
      says: `The header of ${of} has no x5c`,
      fix: 'Add x5c, an array of base64 DER: the certificate of the signer, then the intermediates.',
    },
    ...path,
    x5c_not_an_array: { ...path.x5c_not_an_array, refusal: `${unusableX5c} ${x5cTexts.not_an_array}` },
    x5c_empty: { ...path.x5c_empty, refusal: `${unusableX5c} ${x5cTexts.empty}` },
    x5c_too_many: { ...path.x5c_too_many, refusal: `${unusableX5c} ${x5cTexts.too_many}` },
    x5c_no_text: { ...path.x5c_no_text, refusal: `${unusableX5c} ${x5cTexts.no_text}` },
    x5c_unreadable: { ...path.x5c_unreadable, refusal: `${unusableX5c} A certificate cannot be read.` },
    extension_rules_out: {
      ...path.extension_rules_out,
      refusal: 'A certificate of the attestation has an extension that rules out this use.',
    },
    leaf_self_signed: {
      says: `The certificate of the signer of ${of} is self-signed`,
      fix: 'Have an authority issue the certificate of the signer, and put its root among the trust anchors.',
      error: null,
    },
    anchor_included: {
      says: `The x5c of ${of} ends in its trust anchor`,
      fix: 'Leave the root out of x5c: whoever verifies has it.',
      error: null,
    },
    outside_validity: {
      says: `A certificate in the x5c of ${of} is not valid now`,
      fix: 'Renew the certificate of the signer, or the intermediate that is out of its validity.',
      error: null,
    },
  } as const satisfies Readonly<Record<string, Reason>>
}

/**
 * Judges the `x5c` of an attestation: currently valid certificates, a leaf that is not self-signed, no trust anchor;
 * `certificateReasons` has the reasons. Only a broken chain refuses. HAIP-4.4.1, HAIP-4.5.1, RFC7515-4.1.6
 */
export function judgeCertificates(certificates: CertificateFacts | null, now: EpochMillis): Outcome {
  if (certificates === null) return violated('no_x5c', { expected: say`x5c`, actual: null })
  if (!certificates.readable)
    return violated(unreadableX5c(certificates.reason), {
      expected: say`readable certificates`,
      actual: certificates.reason,
    })
  const [leaf] = certificates.certificates
  const { chainError, chained } = certificates
  const actual = { certificates: certificates.certificates.length }
  const chain = chainError && shownChainError(chainError, actual.certificates)
  if (!chained)
    return violated('not_chained', {
      expected: say`each certificate certifies the one before it`,
      actual: { ...actual, chained, chain },
    })
  if (isUnusable(chainError))
    return violated('extension_rules_out', {
      expected: say`certificates without extensions that forbid their use`,
      actual: { ...actual, chain },
    })
  // The key is known and the chain intact. The other rules refuse only if the attestation must be trusted.
  const outdated = certificates.certificates.some(({ notBefore, notAfter }) => now < notBefore || now > notAfter)
  const errors = {
    ...(chain !== null && { chain }),
    ...(leaf.selfSigned && { leaf_self_signed: true }),
    ...(certificates.includesAnchor && !leaf.selfSigned && { includes_trust_anchor: true }),
    ...(outdated && { outside_validity: true }),
  }
  if (Object.keys(errors).length === 0) return pass(actual)
  const which = errors.chain
    ? 'path_broken'
    : errors.leaf_self_signed
      ? 'leaf_self_signed'
      : errors.includes_trust_anchor
        ? 'anchor_included'
        : 'outside_validity'
  return violated(which, {
    expected: say`a valid path, a leaf that is not self-signed, no trust anchor, valid now`,
    actual: { ...actual, ...errors },
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

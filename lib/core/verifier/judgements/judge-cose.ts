import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type { CoseAlgReading, CoseVerdict } from '../../ground/formats/mso-mdoc/read-presentation/cose-reading'
import type { DeviceProof } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { TranscriptVariant } from '../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { bare } from '../../ground/values/bare-words'
import type { Wording } from '../../ground/values/wording'
import { say, word } from '../../ground/values/wording'
import type { RequestFacts } from '../read/response/response-reading'

const unverifiedWords: Readonly<Record<NonNullable<CoseVerdict['unverifiedBecause']>, Wording>> = {
  not_readable: say`It cannot be read.`,
  no_key: say`There is no key to verify it with.`,
  algorithm_not_supported: say`Its algorithm is not supported here.`,
  algorithm_does_not_fit_key: say`Its algorithm does not fit the key.`,
  critical_header: say`Its crit header names an extension that is not understood.`,
  nothing_signed: say`A part of what it covers is missing.`,
  no_reader_key: say`A MAC needs the key of an encrypted response, and this response was sent in the clear.`,
}

/** Reasons that no other check covers: such a signature must not count as verified. */
const refusing = ['algorithm_not_supported', 'critical_header', 'no_reader_key']

/** Judges a signature or a MAC. If it could not be verified, the check for the reason, if any, reports it. */
export function judgeVerdict({ result, unverifiedBecause }: CoseVerdict, hint: Wording | null = null): Outcome {
  if (result === 'valid') return pass()
  if (result === 'unverified') {
    const reason = unverifiedWords[unverifiedBecause ?? 'not_readable']
    return unverifiedBecause !== null && refusing.includes(unverifiedBecause)
      ? violated({ expected: say`one that can be verified`, actual: say`not verified`, hint: reason })
      : notObserved(say`It was not verified. ${reason}`)
  }
  return violated({ expected: say`valid`, actual: bare.invalid, ...(hint === null ? {} : { hint }) })
}

/**
 * Judges a device proof against the request that it answers. Without a nonce in the request, what the device must sign
 * is undefined. OID4VP-1FINALA-B.2.6.1
 */
export function judgeForRequest(proof: DeviceProof, { nonce }: Pick<RequestFacts, 'nonce'>): Outcome {
  const outcome = judgeVerdict(proof.verdict, variantHint(proof))
  return nonce === '' && proof.verdict.result === 'invalid' ? notApplicable(say`The request holds no nonce.`) : outcome
}

/** Judges a COSE algorithm against those of the request. */
export function judgeCoseAlg({ value, supported, allowed, fitsKey }: CoseAlgReading, expected: Wording): Outcome {
  if (!supported || !allowed) return violated({ expected, actual: value })
  return fitsKey === false
    ? violated({ expected: say`an algorithm for the curve of the key`, actual: value })
    : pass(value)
}

const variantWords: Readonly<Record<Exclude<TranscriptVariant, 'openid4vp'>, Wording>> = {
  without_thumbprint: say`It was made without the thumbprint of the encryption key: an encrypted response needs it in the handover.`,
  client_id_without_prefix: say`The client_id in the handover lacks its prefix: use the full client_id.`,
  iso_18013_7: say`It was made for the handover of ISO/IEC 18013-7, which OpenID4VP had up to draft 24: use OpenID4VPHandover.`,
  dc_api: say`It was made for the Digital Credentials API: use OpenID4VPHandover.`,
  dc_api_draft_24: say`It was made for the Digital Credentials API of draft 24: use OpenID4VPHandover.`,
  another_session: say`It was made for the request of another session.`,
  not_embedded: say`It covers DeviceAuthentication itself: sign its bytes under tag 24.`,
  signature_is_der: say`The signature is valid but DER-encoded: concatenate r and s.`,
  signed_with_issuer_key: say`It was signed with the key of the issuer: use the device key.`,
}

/** Names for session transcripts that findings distinguish. */
const transcriptWords: Readonly<Partial<Record<TranscriptVariant, Wording>>> = {
  openid4vp: say`that of this request`,
  without_thumbprint: say`one without the thumbprint of the encryption key`,
  client_id_without_prefix: say`one with the client_id without its prefix`,
  iso_18013_7: say`that of ISO/IEC 18013-7`,
  dc_api: say`that of the Digital Credentials API`,
  dc_api_draft_24: say`that of the Digital Credentials API of draft 24`,
  not_embedded: say`that of this request without tag 24`,
}

/** What is known about a proof that does not verify, as a sentence for the wallet developer. */
export function variantHint({ variant, ofSession, saltedWith }: DeviceProof): Wording | null {
  if (variant === null) return null
  if (saltedWith !== null) {
    const words = (one: TranscriptVariant) =>
      one === 'another_session' ? say`that of session ${ofSession?.id ?? null}` : (transcriptWords[one] ?? word(one))
    return say`The salt of its key is made of ${words(saltedWith)}, and the MAC covers ${words(variant)}: use the SessionTranscript of OpenID4VP 1.0 for both.`
  }
  if (variant === 'openid4vp') return null
  if (ofSession === null) return variantWords[variant]
  const parts = new Intl.ListFormat('en').format(ofSession.parts)
  return say`${variantWords[variant]} It has the ${parts} of session ${ofSession.id}: take all of them from the request that you answer.`
}

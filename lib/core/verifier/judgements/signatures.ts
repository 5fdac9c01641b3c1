import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type {
  CoseAlgReading,
  CoseVerdict,
  DeviceProof,
  TriedTranscripts,
} from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import {
  type HandoverInput,
  ownVariant,
  type TranscriptVariant,
} from '../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import type { SignatureReading } from '../../shared/formats/sd-jwt-vc/read-presentation/read-jws'
import type { Hint } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { toHex } from '../../shared/values/base64url'
import { bare, quote, type Said, say, type Wording, word } from '../../shared/values/wording'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'
import { foundAbout } from './hint-reasons'
import { mistakeKey, notTried, transcriptName, unexplainedKey } from './proof-reasons'

const unverifiedWords: Readonly<Record<NonNullable<SignatureReading['unverifiedBecause']>, Wording>> = {
  not_readable: say`The token cannot be read.`,
  no_key: say`There is no key to verify it with.`,
  algorithm_not_supported: say`Its algorithm is not supported here.`,
  algorithm_does_not_fit_key: say`Its algorithm does not fit the key.`,
  critical_header: say`Its crit header names an extension that is not understood.`,
}

/**
 * Judges a signature by the keys of `signatureReasons`. If it could not be verified, the check for the reason, if any,
 * reports it; for the other reasons such a signature must not count as verified. RFC7515-4.1.11
 */
export function judgeSignature(
  { result, unverifiedBecause }: SignatureReading,
  {
    hints = [],
    about = 'vp.kb.signature',
    mismatch = { expected: say`valid`, actual: bare.invalid },
  }: {
    /** Looked at for those about this check, by the keys of `foundSignatureReasons`. */
    readonly hints?: readonly Hint[]
    readonly about?: Hint['about']
    /** Values for an invalid, unexplained signature. */
    readonly mismatch?: { readonly expected: Wording; readonly actual: Wording }
  } = {},
): Outcome {
  if (result === 'valid') return pass()
  if (result === 'unverified') {
    if (unverifiedBecause === 'algorithm_not_supported' || unverifiedBecause === 'critical_header')
      return violated(unverifiedBecause, { expected: say`a signature that can be verified`, actual: say`not verified` })
    return notObserved(say`The signature was not verified. ${unverifiedWords[unverifiedBecause ?? 'not_readable']}`)
  }
  const [hint] = foundAbout(hints, about)
  if (hint === undefined) return violated('invalid', mismatch)
  return violated(hint.found, {
    ...mismatch,
    ...(hint.detail === null ? {} : { actual: { signed_with: hint.detail } }),
  })
}

const unverifiedCoseWords: Readonly<Record<NonNullable<CoseVerdict['unverifiedBecause']>, Wording>> = {
  not_readable: say`It cannot be read.`,
  no_key: say`There is no key to verify it with.`,
  no_algorithm: say`Its algorithm cannot be read.`,
  algorithm_not_supported: say`Its algorithm is not supported here.`,
  algorithm_does_not_fit_key: say`Its algorithm does not fit the key.`,
  critical_header: say`Its crit header names an extension that is not understood.`,
  nothing_signed: say`A part of what it covers is missing.`,
  no_reader_key: say`A MAC needs the key of an encrypted response, and this response was sent in the clear.`,
}

/** Cases that no other check covers; such a signature must not count as verified. */
const refusingCose = ['no_algorithm', 'algorithm_not_supported', 'critical_header', 'no_reader_key']

/**
 * Judges a signature or MAC that was not verified, or is valid; the key of a violation is why it was not. If another
 * check reports the reason, it is not observed.
 */
export function judgeVerdict({ result, unverifiedBecause }: CoseVerdict): Outcome {
  if (result === 'valid') return pass()
  if (result === 'invalid') return violated('invalid', { expected: say`valid`, actual: bare.invalid })
  return unverifiedBecause !== null && refusingCose.includes(unverifiedBecause)
    ? violated(unverifiedBecause, { expected: say`one that can be verified`, actual: say`not verified` })
    : notObserved(say`It was not verified. ${unverifiedCoseWords[unverifiedBecause ?? 'not_readable']}`)
}

/**
 * Judges a device proof against the request that it answers, by the keys of `proofReasons` and `unexplainedReasons`.
 * Without a nonce in the request, the signed data is undefined. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2
 * @param handover what the device had to sign
 * @param deviceKey thumbprint of the key that the document is bound to
 */
export function judgeForRequest(proof: DeviceProof, handover: HandoverInput, deviceKey: string | null): Outcome {
  if (proof.verdict.result !== 'invalid') return judgeVerdict(proof.verdict)
  if (handover.nonce === '') return notApplicable(say`The request holds no nonce.`)
  const actual = madeFor(proof, handover)
  return violated(proofKey(proof, handover), {
    expected: valuesOf(handover),
    actual: proof.variant === null ? { ...actual, device_key: quote(deviceKey) } : actual,
  })
}

/** Key of the reason for a proof that was not made for this request. */
export function proofKey({ variant, saltedWith, tried }: DeviceProof, handover: HandoverInput): string {
  if (saltedWith !== null) return 'mixed_transcripts'
  return variant === null
    ? unexplainedKey(tried?.untried ?? [], tried?.verifications ?? 0, handover)
    : mistakeKey(variant, handover)
}

/** True for a proof that was compared with the transcript of its request, whether it fits or not. */
export const wasCompared = (proof: DeviceProof | null): boolean =>
  proof !== null && proof.verdict.result !== 'unverified'

/** True if the refusal of the proof already says what it was made for. */
export const isBlamed = ({ verdict }: DeviceProof, { nonce }: HandoverInput): boolean =>
  verdict.result === 'invalid' && nonce !== ''

/** Values of a handover for findings; all come from requests of this service. */
function valuesOf(handover: HandoverInput): Readonly<Record<string, Wording | null>> {
  const { clientId, nonce, jwkThumbprint, responseUri, origin, encryptionInfo } = handover
  const common = { nonce: quote(nonce), jwk_thumbprint: jwkThumbprint === null ? null : quote(toHex(jwkThumbprint)) }
  if (origin === undefined) return { client_id: quote(clientId), ...common, response_uri: quote(responseUri) }
  return encryptionInfo === undefined
    ? { origin: quote(origin), ...common }
    : { encryption_info: quote(encryptionInfo), origin: quote(origin) }
}

/** What a proof verifies with, and which values differ from the request; or what was tried, and what was not. */
export function madeFor(proof: DeviceProof, handover: HandoverInput): Readonly<Record<string, Said>> {
  const { variant, ofSession, saltedWith, tried } = proof
  if (variant === null) return triedWords(tried)
  const own = valuesOf(handover)
  const others = Object.entries(valuesOf(proof.madeFor ?? handover))
    .filter(([name, value]) => String(value) !== String(own[name]))
    // Addresses of another session hold its id, and its client_id may.
    .map(([name, value]) => [name, ofSession === null ? value : say`that of another session`] as const)
  return {
    made_for: transcriptOf(variant, handover),
    transcript: word(variant),
    ...(ofSession === null
      ? {}
      : {
          parts: ofSession.parts.length === 0 ? null : quote(new Intl.ListFormat('en').format(ofSession.parts)),
        }),
    ...(saltedWith === null ? {} : { salted_with: word(saltedWith), salt: transcriptOf(saltedWith, handover) }),
    ...Object.fromEntries(others),
  }
}

function triedWords(tried: TriedTranscripts | null): Readonly<Record<string, Said>> {
  const { variants = [], verifications = 0, sessions = 0, untried = [] } = tried ?? {}
  return {
    made_for: verifications === 0 ? bare.somethingElse : say`none of what was tried`,
    ...(verifications === 0 ? {} : { tried: [...new Set(variants)].map(transcriptName), verifications }),
    ...(sessions === 0 ? {} : { other_sessions_tried: sessions }),
    not_tried: notTried(untried),
  }
}

/** Judges a COSE algorithm against those of the request, by the keys of `algReasons`. */
export function judgeCoseAlg(
  { value, supported, allowed, fitsKey, spelling }: CoseAlgReading,
  expected: Wording,
): Outcome {
  if (spelling !== 'integers') return violated(spelling, { expected: say`integers`, actual: spellingWords[spelling] })
  if (!supported || !allowed) return violated('not_allowed', { expected, actual: value })
  return fitsKey === false
    ? violated('other_curve', { expected: say`an algorithm for the curve of the key`, actual: value })
    : pass(value)
}

const spellingWords: Readonly<Record<Exclude<CoseAlgReading['spelling'], 'integers'>, Wording | null>> = {
  text_label: say`a text as label`,
  text_value: say`a text as value`,
  text_label_and_value: say`a text as label and a text as value`,
  other_value: say`a value that is no integer`,
  absent: null,
}

const transcriptOf = (variant: TranscriptVariant, handover: HandoverInput): Wording =>
  variant === ownVariant(handover) ? say`the transcript of this request` : transcriptName(variant)

/** Whose key an encrypted response used: another session's, or which entry's. It names no session: who reads may own none. */
export const otherKeyWords = ({ otherEntry }: Pick<ResponseJweReading, 'otherEntry'>): Wording =>
  otherEntry === null ? say`the key of another session` : say`the key of entry ${otherEntry} of another session`

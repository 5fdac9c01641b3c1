import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type { CoseAlgReading, CoseVerdict } from '../../ground/formats/mso-mdoc/read-presentation/cose-reading'
import type { DeviceProof, TriedTranscripts } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type {
  HandoverInput,
  TranscriptVariant,
} from '../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { bare } from '../../ground/values/bare-words'
import { toHex } from '../../ground/values/to-hex'
import type { Said, Wording } from '../../ground/values/wording'
import { quote, say, word } from '../../ground/values/wording'
import type { Explanation } from './hint-words'

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
export function judgeVerdict({ result, unverifiedBecause }: CoseVerdict, mismatch: Mismatch = {}): Outcome {
  if (result === 'valid') return pass()
  if (result === 'unverified') {
    const reason = unverifiedWords[unverifiedBecause ?? 'not_readable']
    return unverifiedBecause !== null && refusing.includes(unverifiedBecause)
      ? violated({ expected: say`one that can be verified`, actual: say`not verified`, hint: reason })
      : notObserved(say`It was not verified. ${reason}`)
  }
  return violated({ expected: say`valid`, actual: bare.invalid, ...mismatch })
}

/** What to say of a proof that is not valid. */
type Mismatch = Partial<Explanation> & { readonly expected?: Said; readonly actual?: Said }

/**
 * Judges a device proof against the request that it answers. Without a nonce in the request, what the device must sign
 * is undefined. OID4VP-1FINALA-B.2.6.1
 * @param handover what the device had to sign
 * @param name what it is called, as in `The device signature`
 */
export function judgeForRequest(proof: DeviceProof, handover: HandoverInput, name: Wording): Outcome {
  if (proof.verdict.result !== 'invalid') return judgeVerdict(proof.verdict)
  if (handover.nonce === '') return notApplicable(say`The request holds no nonce.`)
  return violated({
    expected: valuesOf(handover),
    actual: madeFor(proof, handover),
    ...(proof.variant === null ? unknownCause(proof, name) : explainVariant(proof, name)),
  })
}

/** True for a proof whose refusal says already what it was made for. */
export const isBlamed = ({ verdict }: DeviceProof, { nonce }: HandoverInput): boolean =>
  verdict.result === 'invalid' && nonce !== ''

/** The values of a handover, as a finding shows them. All are of requests of this service. */
const valuesOf = ({ clientId, nonce, jwkThumbprint, responseUri }: HandoverInput) => ({
  client_id: quote(clientId),
  nonce: quote(nonce),
  jwk_thumbprint: jwkThumbprint === null ? null : quote(toHex(jwkThumbprint)),
  response_uri: quote(responseUri),
})

/** What a proof that is not valid verifies with, and which values of it are others than those of the request. */
function madeFor(proof: DeviceProof, handover: HandoverInput): Said {
  const { variant, ofSession, saltedWith, tried } = proof
  if (variant === null)
    return tried === null
      ? { made_for: bare.somethingElse }
      : {
          made_for: say`none of what was tried`,
          tried: tried.variants.map((one) => transcriptOf(one, null)),
          ...sessionsOf(tried),
        }
  const own = valuesOf(handover)
  const values = Object.entries(valuesOf(proof.madeFor ?? handover)) as [keyof typeof own, Wording | null][]
  const others = values.filter(([name, value]) => String(value) !== String(own[name]))
  return {
    made_for: transcriptOf(variant, ofSession),
    transcript: word(variant),
    ...(saltedWith === null ? {} : { salted_with: word(saltedWith) }),
    ...Object.fromEntries(others),
  }
}

const sessionsOf = ({ sessions }: TriedTranscripts): { readonly other_sessions_tried?: number } =>
  sessions === 0 ? {} : { other_sessions_tried: sessions }

/** What remains where nothing explains the proof: a nonce that nobody knows cannot be told from a key that nobody knows. */
const unknownCause = ({ tried }: DeviceProof, name: Wording): Partial<Explanation> =>
  tried === null
    ? {}
    : {
        cause: say`${name} was made for another nonce, client_id, response_uri or encryption key than this request has, or with another key than that of the credential`,
      }

/** Judges a COSE algorithm against those of the request. */
export function judgeCoseAlg({ value, supported, allowed, fitsKey }: CoseAlgReading, expected: Wording): Outcome {
  if (!supported || !allowed) return violated({ expected, actual: value })
  return fitsKey === false
    ? violated({ expected: say`an algorithm for the curve of the key`, actual: value })
    : pass(value)
}

/** What a proof that does not verify was made for: the end of a sentence about it, and what to do. */
const variantWords: Readonly<Record<Exclude<TranscriptVariant, 'openid4vp'>, Explanation>> = {
  state_for_nonce: {
    cause: say`was made with the state of the request in place of its nonce`,
    hint: say`Put the nonce of the request into the handover.`,
  },
  slash_at_response_uri: {
    cause: say`was made for the response_uri with a slash too many or too few at its end`,
    hint: say`Put response_uri into the handover as the request has it, byte for byte.`,
  },
  origin_for_response_uri: {
    cause: say`was made for the origin of the response_uri`,
    hint: say`Put the whole response_uri into the handover.`,
  },
  thumbprint_as_text: {
    cause: say`was made with the thumbprint of the encryption key as a text`,
    hint: say`Put the 32 bytes of the thumbprint into the handover, as a byte string.`,
  },
  without_thumbprint: {
    cause: say`was made without the thumbprint of the encryption key`,
    hint: say`Put the thumbprint into the handover: an encrypted response needs it there.`,
  },
  client_id_without_prefix: {
    cause: say`was made for the client_id without its prefix`,
    hint: say`Use the full client_id in the handover.`,
  },
  iso_18013_7: {
    cause: say`was made for the handover of ISO/IEC 18013-7, which OpenID4VP had up to draft 24`,
    hint: say`Use OpenID4VPHandover of OpenID4VP 1.0.`,
  },
  dc_api: { cause: say`was made for the Digital Credentials API`, hint: say`Use OpenID4VPHandover.` },
  dc_api_draft_24: {
    cause: say`was made for the Digital Credentials API of draft 24`,
    hint: say`Use OpenID4VPHandover.`,
  },
  another_session: {
    cause: say`was made for the request of another session`,
    hint: say`Take every value from the request that you respond to.`,
  },
  not_embedded: {
    cause: say`covers DeviceAuthentication itself instead of its bytes under tag 24`,
    hint: say`Sign the bytes of DeviceAuthentication under tag 24.`,
  },
  signature_is_der: {
    cause: say`is DER-encoded`,
    hint: say`Concatenate r and s: otherwise the signature is valid.`,
  },
  signed_with_issuer_key: {
    cause: say`was made with the key of the issuer`,
    hint: say`Use the device key.`,
  },
}

/** What a proof was made for. */
const transcriptWords: Readonly<Record<Exclude<TranscriptVariant, 'another_session'>, Wording>> = {
  openid4vp: say`the transcript of this request`,
  without_thumbprint: say`a transcript without the thumbprint of the encryption key`,
  client_id_without_prefix: say`a transcript with the client_id without its prefix`,
  iso_18013_7: say`the transcript of ISO/IEC 18013-7`,
  dc_api: say`the transcript of the Digital Credentials API`,
  dc_api_draft_24: say`the transcript of the Digital Credentials API of draft 24`,
  not_embedded: say`the transcript of this request without tag 24`,
  signature_is_der: say`the transcript of this request, as a DER signature`,
  signed_with_issuer_key: say`the transcript of this request, with the key of the issuer`,
  state_for_nonce: say`a transcript with the state of the request for its nonce`,
  slash_at_response_uri: say`a transcript with a slash more or less at the end of the response_uri`,
  origin_for_response_uri: say`a transcript with the origin of the response_uri`,
  thumbprint_as_text: say`a transcript with the thumbprint of the encryption key as a text`,
}

/**
 * What explains a proof that does not verify, or that was made for another protocol; empty if nothing does.
 * @param proof what it is called, as in `The device signature`
 */
export function explainVariant({ variant, ofSession, saltedWith }: DeviceProof, proof: Wording): Partial<Explanation> {
  if (variant === null) return {}
  if (saltedWith !== null)
    return {
      cause: say`${proof} covers ${transcriptOf(variant, ofSession)}, and the salt of its key is made of ${transcriptOf(saltedWith, ofSession)}`,
      hint: say`Use the SessionTranscript of OpenID4VP 1.0 for both.`,
    }
  if (variant === 'openid4vp') return {}
  const { cause, hint } = variantWords[variant]
  if (ofSession === null) return { cause: say`${proof} ${cause}`, hint }
  const parts = new Intl.ListFormat('en').format(ofSession.parts)
  return {
    cause: say`${proof} ${cause}: it has the ${parts} of session ${ofSession.id}`,
    hint: say`Take all values from the request that you respond to.`,
  }
}

const transcriptOf = (variant: TranscriptVariant, ofSession: DeviceProof['ofSession']): Wording =>
  variant === 'another_session' ? say`the transcript of session ${ofSession?.id ?? null}` : transcriptWords[variant]

import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type { CoseAlgReading, CoseVerdict } from '../../ground/formats/mso-mdoc/read-presentation/cose-reading'
import type { DeviceProof } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { TranscriptVariant } from '../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { bare } from '../../ground/values/bare-words'
import type { Wording } from '../../ground/values/wording'
import { say, word } from '../../ground/values/wording'
import type { RequestFacts } from '../read/response/response-reading'
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
type Mismatch = Partial<Explanation> & { readonly expected?: Wording; readonly actual?: Wording }

/**
 * Judges a device proof against the request that it answers. Without a nonce in the request, what the device must sign
 * is undefined. OID4VP-1FINALA-B.2.6.1
 * @param name what it is called, as in `The device signature`
 */
export function judgeForRequest(proof: DeviceProof, { nonce }: Pick<RequestFacts, 'nonce'>, name: Wording): Outcome {
  const { variant, ofSession } = proof
  const outcome = judgeVerdict(proof.verdict, {
    ...(variant !== null && transcriptWords[variant] !== undefined
      ? { expected: transcriptOf('openid4vp', null), actual: transcriptOf(variant, ofSession) }
      : {}),
    ...explainVariant(proof, name),
  })
  return nonce === '' && proof.verdict.result === 'invalid' ? notApplicable(say`The request holds no nonce.`) : outcome
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

/** Names for session transcripts that findings distinguish. */
const transcriptWords: Readonly<Partial<Record<TranscriptVariant, Wording>>> = {
  openid4vp: say`the transcript of this request`,
  without_thumbprint: say`a transcript without the thumbprint of the encryption key`,
  client_id_without_prefix: say`a transcript with the client_id without its prefix`,
  iso_18013_7: say`the transcript of ISO/IEC 18013-7`,
  dc_api: say`the transcript of the Digital Credentials API`,
  dc_api_draft_24: say`the transcript of the Digital Credentials API of draft 24`,
  not_embedded: say`the transcript of this request without tag 24`,
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
  variant === 'another_session'
    ? say`the transcript of session ${ofSession?.id ?? null}`
    : (transcriptWords[variant] ?? word(variant))

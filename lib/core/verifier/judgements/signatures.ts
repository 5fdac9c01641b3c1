import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
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
import { bare, declared, quote, type Said, say, type Wording, word } from '../../shared/values/wording'
import type { TrustFacts } from '../deviations/deviation-facts'
import type { VerifierDeviation } from '../deviations/verifier-deviation'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'
import { type Explanation, explained, transcriptWords, variantWords, wordsInBrowser } from './explanations'

const unverifiedWords: Readonly<Record<NonNullable<SignatureReading['unverifiedBecause']>, Wording>> = {
  not_readable: say`The token cannot be read.`,
  no_key: say`There is no key to verify it with.`,
  algorithm_not_supported: say`Its algorithm is not supported here.`,
  algorithm_does_not_fit_key: say`Its algorithm does not fit the key.`,
  critical_header: say`Its crit header names an extension that is not understood.`,
}

/** Reasons that no other check covers; such a signature must not count as verified. RFC7515-4.1.11 */
const refusing = ['algorithm_not_supported', 'critical_header']

/** Judges a signature. If it could not be verified, the check for the reason, if any, reports it. */
export function judgeSignature(
  { result, unverifiedBecause }: SignatureReading,
  {
    hints,
    about,
    mismatch = {},
  }: {
    readonly hints: readonly Hint[]
    readonly about: Hint['about']
    /** Wording for an invalid, unexplained signature. */
    readonly mismatch?: Partial<Explanation> & { readonly expected?: Wording; readonly actual?: Wording }
  },
): Outcome {
  if (result === 'valid') return pass()
  if (result === 'unverified') {
    const reason = unverifiedWords[unverifiedBecause ?? 'not_readable']
    return unverifiedBecause !== null && refusing.includes(unverifiedBecause)
      ? violated({ expected: say`a signature that can be verified`, actual: say`not verified`, hint: reason })
      : notObserved(say`The signature was not verified. ${reason}`)
  }
  return violated({ expected: say`valid`, actual: bare.invalid, ...mismatch, ...explained(hints, about) })
}

const unverifiedCoseWords: Readonly<Record<NonNullable<CoseVerdict['unverifiedBecause']>, Wording>> = {
  not_readable: say`It cannot be read.`,
  no_key: say`There is no key to verify it with.`,
  algorithm_not_supported: say`Its algorithm is not supported here.`,
  algorithm_does_not_fit_key: say`Its algorithm does not fit the key.`,
  critical_header: say`Its crit header names an extension that is not understood.`,
  nothing_signed: say`A part of what it covers is missing.`,
  no_reader_key: say`A MAC needs the key of an encrypted response, and this response was sent in the clear.`,
}

/** Reasons that no other check covers; such a signature must not count as verified. */
const refusingCose = ['algorithm_not_supported', 'critical_header', 'no_reader_key']

/** Judges a signature or MAC. If it could not be verified, the check for the reason, if any, reports it. */
export function judgeVerdict({ result, unverifiedBecause }: CoseVerdict, mismatch: Mismatch = {}): Outcome {
  if (result === 'valid') return pass()
  if (result === 'unverified') {
    const reason = unverifiedCoseWords[unverifiedBecause ?? 'not_readable']
    return unverifiedBecause !== null && refusingCose.includes(unverifiedBecause)
      ? violated({ expected: say`one that can be verified`, actual: say`not verified`, hint: reason })
      : notObserved(say`It was not verified. ${reason}`)
  }
  return violated({ expected: say`valid`, actual: bare.invalid, ...mismatch })
}

/** Wording for an invalid proof. */
type Mismatch = Partial<Explanation> & { readonly expected?: Said; readonly actual?: Said }

/**
 * Judges a device proof against the request that it answers. Without a nonce in the request, the signed data is
 * undefined. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2
 * @param handover what the device had to sign
 * @param name e.g. `The device signature`
 */
export function judgeForRequest(proof: DeviceProof, handover: HandoverInput, name: Wording): Outcome {
  if (proof.verdict.result !== 'invalid') return judgeVerdict(proof.verdict)
  if (handover.nonce === '') return notApplicable(say`The request holds no nonce.`)
  return violated({
    expected: valuesOf(handover),
    actual: madeFor(proof, handover),
    ...(proof.variant === null ? unknownCause(proof, name, handover) : explainVariant(proof, name, handover)),
  })
}

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

/** What an invalid proof verifies with, and which values differ from the request. */
function madeFor(proof: DeviceProof, handover: HandoverInput): Said {
  const { variant, ofSession, saltedWith, tried } = proof
  if (variant === null)
    return tried === null
      ? { made_for: bare.somethingElse }
      : {
          made_for: say`none of what was tried`,
          tried: tried.variants.map((one) => transcriptOf(one, null, handover)),
          ...sessionsOf(tried),
        }
  const own = valuesOf(handover)
  const others = Object.entries(valuesOf(proof.madeFor ?? handover)).filter(
    ([name, value]) => String(value) !== String(own[name]),
  )
  return {
    made_for: transcriptOf(variant, ofSession, handover),
    transcript: word(variant),
    ...(saltedWith === null ? {} : { salted_with: word(saltedWith) }),
    ...Object.fromEntries(others),
  }
}

const sessionsOf = ({ sessions }: TriedTranscripts): { readonly other_sessions_tried?: number } =>
  sessions === 0 ? {} : { other_sessions_tried: sessions }

/** Wording for an unexplained proof: an unknown nonce looks the same as an unknown key. */
function unknownCause({ tried }: DeviceProof, name: Wording, { origin }: HandoverInput): Partial<Explanation> {
  if (origin !== undefined)
    return {
      hint: say`Sign DeviceAuthentication over the SessionTranscript that holds the origin of the page, and compare nonce and key thumbprint.`,
      ...(tried === null
        ? {}
        : {
            cause: say`${name} was made for another origin, nonce or encryption key than this request has, or with another key than that of the credential`,
          }),
    }
  return tried === null
    ? {}
    : {
        cause: say`${name} was made for another nonce, client_id, response_uri or encryption key than this request has, or with another key than that of the credential`,
      }
}

/** Judges a COSE algorithm against those of the request. */
export function judgeCoseAlg({ value, supported, allowed, fitsKey }: CoseAlgReading, expected: Wording): Outcome {
  if (!supported || !allowed) return violated({ expected, actual: value })
  return fitsKey === false
    ? violated({ expected: say`an algorithm for the curve of the key`, actual: value })
    : pass(value)
}

/**
 * Explains a proof that does not verify, or that was made for another protocol; empty if unexplained.
 * @param proof e.g. `The device signature`
 * @param handover what the device had to sign
 */
export function explainVariant(
  { variant, ofSession, saltedWith }: DeviceProof,
  proof: Wording,
  handover: HandoverInput,
): Partial<Explanation> {
  if (variant === null) return {}
  if (saltedWith !== null)
    return {
      cause: say`${proof} covers ${transcriptOf(variant, ofSession, handover)}, and the salt of its key is made of ${transcriptOf(saltedWith, ofSession, handover)}`,
      hint: say`Use the SessionTranscript of OpenID4VP 1.0 for both.`,
    }
  if (variant === ownVariant(handover)) return {}
  const { cause, hint } = (handover.origin === undefined ? null : wordsInBrowser[variant]) ?? variantWords[variant]
  if (ofSession === null) return { cause: say`${proof} ${cause}`, hint }
  const parts = new Intl.ListFormat('en').format(ofSession.parts)
  return {
    cause: say`${proof} ${cause}: it has the ${parts} of session ${ofSession.id}`,
    hint: say`Take all values from the request that you respond to.`,
  }
}

function transcriptOf(
  variant: TranscriptVariant,
  ofSession: DeviceProof['ofSession'],
  handover: HandoverInput,
): Wording {
  if (variant === 'another_session') return say`the transcript of session ${ofSession?.id ?? null}`
  return variant === ownVariant(handover) ? say`the transcript of this request` : transcriptWords[variant]
}

/** Whose key an encrypted response used: another session's, or which entry's. */
export const otherKeyWords = ({
  otherSession,
  otherEntry,
}: Pick<ResponseJweReading, 'otherSession' | 'otherEntry'>): Wording =>
  otherEntry === null
    ? say`the key of session ${otherSession}`
    : say`the key of entry ${otherEntry} of session ${otherSession}`

/** Wording for a presentation in a session whose request the wallet should have refused. */
export function althoughWrong(
  what: Wording,
  deviation: VerifierDeviation,
  { isAdvisory, revocationRead }: { readonly isAdvisory: boolean } & Pick<TrustFacts, 'revocationRead'>,
): Outcome {
  const [code] = deviation.errors
  const refuse = code === undefined ? say`Refuse such a request.` : say`Refuse such a request with ${declared(code)}.`
  return (isAdvisory ? tolerated : violated)({
    expected: say`an error, or no response`,
    actual: say`${what}, although ${declared(inSentence(deviation.title))}${revocationWords(revocationRead)}`,
    hint: say`${refuse} ${hintOf(deviation, isAdvisory)}`,
  })
}

function hintOf({ changes, note, advisory }: VerifierDeviation, isAdvisory: boolean): Wording {
  if (note !== undefined) return say`${declared(note)}`
  if (changes.trust === undefined)
    return isAdvisory
      ? say`No MUST forbids a response; the European framework expects a refusal.`
      : say`Look for this mistake before asking the user.`
  if (advisory === true) return say`No text makes a wallet look for this mistake.`
  return isAdvisory
    ? say`Or warn the user and ask: where the wallet did, report that it warned and asked.`
    : say`The session says that the provider of this wallet decided to refuse, or the wallet used what it had to verify.`
}

const revocationWords = (read: boolean | null): Wording =>
  read === null ? say`` : read ? say`, and the wallet read that it is revoked` : say`, which the wallet did not look up`

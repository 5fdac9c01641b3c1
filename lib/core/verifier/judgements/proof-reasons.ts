import type { Actor, Reason } from '../../engine/checks/check'
import type { Untried } from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import {
  type HandoverInput,
  ownVariant,
  type TranscriptVariant,
  verificationsMax,
} from '../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import { declared, say, type Wording } from '../../shared/values/wording'

/** A way to prove that does not fit the request. */
interface ProofMistake extends Pick<Reason, 'fix' | 'draft'> {
  /** What the proof is: end of a sentence about it. */
  readonly was: string
  /** The same as a noun, for lists of what was tried. */
  readonly transcript: string
}

/** A variant, or one whose fix depends on the protocol of the request. */
type MistakeKey = TranscriptVariant | 'dc_api_for_annex_c' | 'dc_api_draft_24_in_browser'

const upTo24 = 'OpenID4VP up to draft 24'

const dcDraft24 = 'OpenID4VP draft 24, over the Digital Credentials API'

const tag24 = 'Put the transcript as an array into DeviceAuthentication, and tag 24 around DeviceAuthentication alone.'

const byteForByte = 'Put response_uri into the handover as the request has it, byte for byte.'

const originAsGiven = 'Put the origin into the handover as the browser gives it, byte for byte.'

const thumbprintOfKey =
  'Put the RFC 7638 thumbprint of the key that the response is encrypted to into the handover, or null for one in the clear.'

const thumbprintAsBytes = 'Put the 32 bytes of the thumbprint into the handover, as a byte string.'

/** One row for each way to prove: what the finding says, how lists call it, and its fix. OID4VP-1FINALA-B.2.6 */
const mistakes: Readonly<Record<MistakeKey, ProofMistake>> = {
  openid4vp: {
    was: 'was made for the handover of a request by link',
    transcript: 'the transcript of a request by link, with client_id and response_uri',
    fix: 'Use OpenID4VPDCAPIHandover, which holds the origin in place of client_id and response_uri.',
  },
  redirect_with_origin: {
    was: 'was made for the handover of a request by link, with the origin in place of response_uri',
    transcript: 'the transcript of a request by link, with the origin for its response_uri',
    fix: 'Use OpenID4VPDCAPIHandover over origin, nonce and thumbprint: a request through a browser has no client_id in it.',
  },
  without_thumbprint: {
    was: 'was made without the thumbprint of the encryption key',
    transcript: 'a transcript without the thumbprint of the encryption key',
    fix: 'Put the thumbprint into the handover: an encrypted response needs it there.',
  },
  of_three: {
    was: 'was made for a handover of three members, which leaves the thumbprint out',
    transcript: 'a handover of client_id, nonce and response_uri alone',
    fix: 'Hash an array of four: client_id, nonce, thumbprint and response_uri, with null where there is no thumbprint.',
  },
  response_uri_before_nonce: {
    was: 'was made for a handover with response_uri before nonce',
    transcript: 'a handover with response_uri before nonce',
    fix: 'Hash the four members in their order: client_id, nonce, thumbprint, response_uri.',
  },
  not_hashed: {
    was: 'was made for a handover whose data is not hashed',
    transcript: 'a handover with its data in place of the hash',
    fix: 'Put the SHA-256 of the encoded data into the handover, as its second member.',
  },
  tag_24_before_hashing: {
    was: 'was made for a handover whose data was wrapped in tag 24 before it was hashed',
    transcript: 'a handover with the hash of its data under tag 24',
    fix: 'Hash the encoded array itself, without tag 24.',
  },
  transcript_under_tag_24: {
    was: 'covers DeviceAuthentication with the SessionTranscript under tag 24',
    transcript: 'the transcript of this request under tag 24',
    fix: tag24,
  },
  handover_alone: {
    was: 'covers the handover alone, where the SessionTranscript belongs',
    transcript: 'the handover of this request alone',
    fix: 'Put [null, null, handover] into DeviceAuthentication.',
  },
  client_id_without_prefix: {
    was: 'was made for the client_id without its prefix',
    transcript: 'a transcript with the client_id without its prefix',
    fix: 'Use the full client_id in the handover.',
  },
  client_id_of_another_form: {
    was: 'was made for the Client Identifier that this verifier would have with another prefix',
    transcript: 'a transcript with a client_id of another prefix',
    fix: 'Put client_id of the request into the handover, character for character.',
  },
  iso_18013_7: {
    was: 'was made for the handover of ISO/IEC 18013-7, which OpenID4VP had up to draft 24',
    transcript: 'the transcript of ISO/IEC 18013-7',
    fix: 'Use OpenID4VPHandover of OpenID4VP 1.0.',
    draft: `${upTo24}, as in ISO/IEC 18013-7`,
  },
  dc_api: {
    was: 'was made for the Digital Credentials API',
    transcript: 'the transcript of the Digital Credentials API',
    fix: 'Use OpenID4VPHandover over client_id, nonce, thumbprint and response_uri.',
  },
  dc_api_for_annex_c: {
    was: 'was made for the handover of OpenID4VP',
    transcript: 'the transcript of the Digital Credentials API',
    fix: 'Use the handover of ISO/IEC 18013-7 for the protocol org-iso-mdoc.',
  },
  dc_api_draft_24: {
    was: 'was made for the Digital Credentials API of draft 24',
    transcript: 'the transcript of the Digital Credentials API of draft 24',
    fix: 'Use OpenID4VPHandover over client_id, nonce, thumbprint and response_uri.',
    draft: dcDraft24,
  },
  dc_api_draft_24_in_browser: {
    was: 'was made for the Digital Credentials API of draft 24',
    transcript: 'the transcript of the Digital Credentials API of draft 24',
    fix: 'Use OpenID4VPDCAPIHandover of OpenID4VP 1.0, over origin, nonce and thumbprint.',
    draft: dcDraft24,
  },
  state_for_nonce: {
    was: 'was made with the state of the request in place of its nonce',
    transcript: 'a transcript with the state of the request for its nonce',
    fix: 'Put the nonce of the request into the handover.',
  },
  wallet_nonce_for_nonce: {
    was: 'was made with the wallet_nonce in place of the nonce of the request',
    transcript: 'a transcript with the wallet_nonce for the nonce of the request',
    fix: 'Put the member nonce of the request into the handover: wallet_nonce only shows that the request is fresh.',
  },
  before_change: {
    was: 'was made for what the request said before it was changed on purpose',
    transcript: 'the transcript of the request before it was changed on purpose',
    fix: 'Put the values of the request that was delivered into the handover.',
  },
  nonce_as_bytes: {
    was: 'was made with the nonce as a byte string',
    transcript: 'a transcript with the nonce as a byte string',
    fix: 'Encode nonce in the handover as a text string.',
  },
  slash_at_response_uri: {
    was: 'was made for the response_uri with a slash too many or too few at its end',
    transcript: 'a transcript with a slash more or less at the end of the response_uri',
    fix: byteForByte,
  },
  origin_for_response_uri: {
    was: 'was made for the origin of the response_uri',
    transcript: 'a transcript with the origin of the response_uri',
    fix: 'Put the whole response_uri into the handover.',
  },
  request_uri_for_response_uri: {
    was: 'was made for the request_uri in place of the response_uri',
    transcript: 'a transcript with the request_uri for the response_uri',
    fix: byteForByte,
  },
  thumbprint_as_text: {
    was: 'was made with the thumbprint of the encryption key as a text',
    transcript: 'a transcript with the thumbprint of the encryption key as a text',
    fix: thumbprintAsBytes,
  },
  thumbprint_of_sent_jwk: {
    was: 'was made with a hash of the whole JWK of the request, in place of its RFC 7638 thumbprint',
    transcript: 'a transcript with a hash of the whole JWK',
    fix: 'Hash the required members of the key alone, in their order: crv, kty, x and y of an elliptic curve (RFC 7638).',
  },
  thumbprint_of_other_key: {
    was: 'was made with the thumbprint of a key that this response is not encrypted to',
    transcript: 'a transcript with the thumbprint of another key of the request',
    fix: thumbprintOfKey,
  },
  annex_c: {
    was: 'was made for the handover of ISO/IEC 18013-7 for browsers',
    transcript: 'the transcript of ISO/IEC 18013-7 for browsers',
    fix: 'Use the handover of the protocol that the response names.',
  },
  annex_c_info_under_tag_24: {
    was: 'was made for a handover with the data of ISO/IEC 18013-7 under tag 24 before it was hashed',
    transcript: 'the transcript of ISO/IEC 18013-7 for browsers, with its data under tag 24',
    fix: 'Hash the encoded array [encryptionInfo, origin] itself, without tag 24.',
  },
  annex_c_info_as_bytes: {
    was: 'was made for encryptionInfo as a byte string',
    transcript: 'the transcript of ISO/IEC 18013-7 for browsers, with encryptionInfo as bytes',
    fix: 'Put the base64url text of encryptionInfo into the handover as it was received, as a text string.',
  },
  dc_api_prefixed_origin: {
    was: 'was made for the origin with a prefix',
    transcript: 'a transcript with a prefix before the origin',
    fix: 'Put the bare origin into the handover: only the audience of a Key Binding JWT has the prefix origin.',
  },
  dc_api_slash: {
    was: 'was made for the origin with a slash at its end',
    transcript: 'a transcript with a slash at the end of the origin',
    fix: originAsGiven,
  },
  dc_api_extra_origin: {
    was: 'was made for a member of expected_origins that is not the origin of the page',
    transcript: 'a transcript with another member of expected_origins',
    fix: 'Put the origin into the handover that the browser gives: expected_origins is only to be compared with it.',
  },
  dc_api_without_thumbprint: {
    was: 'was made without the thumbprint of the encryption key',
    transcript: 'a transcript without the thumbprint of the encryption key',
    fix: 'With dc_api.jwt, put the thumbprint of the key that the response is encrypted to into the handover.',
  },
  dc_api_thumbprint_text: {
    was: 'was made with the thumbprint of the encryption key as a text',
    transcript: 'a transcript with the thumbprint of the encryption key as a text',
    fix: thumbprintAsBytes,
  },
  dc_api_other_entry: {
    was: 'was made for another entry of requests than the named protocol has',
    transcript: 'the transcript of another entry of requests',
    fix: 'Take nonce and key from the entry of the protocol that the response names.',
  },
  another_session: {
    was: 'was made with values of the request of another session',
    transcript: 'the transcript of another session',
    fix: 'Take all values from the request that is answered.',
  },
  not_embedded: {
    was: 'covers DeviceAuthentication itself instead of its bytes under tag 24',
    transcript: 'the transcript of this request without tag 24',
    fix: 'Sign the bytes of DeviceAuthentication under tag 24.',
  },
  signature_is_der: {
    was: 'is DER-encoded',
    transcript: 'the transcript of this request, as a DER signature',
    fix: 'Concatenate r and s: otherwise the signature is valid.',
  },
  null_for_external_aad: {
    was: 'covers null in place of the empty external_aad of COSE',
    transcript: 'the transcript of this request, with null as external_aad',
    fix: 'Sign Sig_structure with an empty byte string as external_aad.',
  },
  signed_with_issuer_key: {
    was: 'was made with the key of the issuer',
    transcript: 'the transcript of this request, with the key of the issuer',
    fix: 'Use the device key.',
  },
}

const compare =
  'Use the private key of deviceKey and OpenID4VPHandover, and compare client_id, nonce, thumbprint and response_uri with what was expected.'

/** No key is found by trying: there is only the one that the issuer signed. */
const orAnotherKey = 'or another key than deviceKey (thumbprint {device_key}) made it'

/** Why nothing explains a proof, by what was tried. */
const unexplained = {
  fits_nothing: {
    was: `fits none of the {verifications} ways to make it that were tried, ${orAnotherKey}`,
    fix: compare,
  },
  fits_nothing_in_browser: {
    was: `fits none of the {verifications} ways to make it that were tried for a browser, ${orAnotherKey}`,
    fix: 'Use the private key of deviceKey and the origin that the browser gives, and compare what is hashed with it.',
  },
  iso_nonce_not_sent: {
    was: `fits none of the {verifications} ways to make it that were tried, ${orAnotherKey}; that of ISO/IEC 18013-7 could not be tried: its mdoc nonce was not sent`,
    fix: compare,
  },
  not_explained: {
    was: 'is not valid for this request, and no other way was tried: {not_tried}',
    fix: compare,
  },
} as const

type Unexplained = keyof typeof unexplained

/** What an untried way is called, and why it was not tried. */
const untriedWords: Readonly<Record<Untried, Wording>> = {
  iso_18013_7_without_nonce: say`that of ISO/IEC 18013-7: its mdoc nonce was not sent`,
  older_sessions: say`those with the nonce of an older session than the newest that were tried`,
  more_than_the_bound: say`what comes after ${verificationsMax} verifications`,
  too_much_signed: say`the device signed too much data of its own`,
  too_many_documents: say`two other documents of this response were looked into`,
}

const cannotVerify = {
  no_algorithm: {
    was: 'cannot be verified: its algorithm cannot be read',
    fix: 'Put alg (label 1) into the protected header, as the integer of a signature algorithm.',
    ofIssuer: 'alg (label 1) is in the protected header, as the integer of a signature algorithm.',
  },
  algorithm_not_supported: {
    was: 'cannot be verified: its algorithm is not supported here',
    fix: 'Sign with an algorithm that the request lists, such as -7.',
    ofIssuer: 'it signs with an algorithm that verifiers list, such as -7.',
  },
  critical_header: {
    was: 'cannot be verified: its header names an extension in crit that is not understood',
    fix: 'Leave crit out of the protected header.',
    ofIssuer: 'it leaves crit out of the protected header.',
  },
} as const

/** How an algorithm is written wrongly, or does not fit: keys of `judgeCoseAlg`. RFC9052-3.1, OID4VP-1FINALA-B.2.2 */
const algMistakes = {
  text_label: {
    was: 'has its alg under a text: the label is the integer 1',
    fix: 'Write the label of alg as the integer 1, not as a text.',
    ofIssuer: 'the label of alg is the integer 1, not a text.',
  },
  text_value: {
    was: 'has its alg as a text: algorithms of COSE are integers',
    fix: 'Write alg as an integer, such as -7 for ES256.',
    ofIssuer: 'alg is an integer, such as -7 for ES256.',
  },
  text_label_and_value: {
    was: 'has its alg as a text under a text: label and algorithm are integers',
    fix: 'Write both as integers: the label 1, and the algorithm, such as -7 for ES256.',
    ofIssuer: 'it writes the label 1 and the algorithm, such as -7 for ES256, as integers.',
  },
  other_value: {
    was: 'has an alg that is no integer',
    fix: 'Write alg as an integer, such as -7 for ES256.',
    ofIssuer: 'alg is an integer, such as -7 for ES256.',
  },
  absent: {
    was: 'names no algorithm',
    fix: 'Put alg (label 1) into the protected header.',
    ofIssuer: 'alg (label 1) is in the protected header.',
  },
  other_curve: {
    was: 'names an algorithm that does not fit the curve of its key: {seen}',
    fix: 'Take the algorithm of the curve: -7 or -9 for P-256, -35 or -51 for P-384, -36 or -52 for P-521.',
    ofIssuer: 'it takes the algorithm of the curve: -7 or -9 for P-256, -35 or -51 for P-384, -36 or -52 for P-521.',
  },
} as const

/**
 * Reasons of an algorithm of a signature with this name.
 * @param of what comes after `an algorithm of`, e.g. `deviceauth_alg_values`
 */
export const algReasons = (
  name: string,
  { of, notAllowed, acts }: { readonly of: string; readonly notAllowed: string; readonly acts?: Actor },
): Readonly<Record<keyof typeof algMistakes | 'not_allowed', Reason>> => {
  return named(name, {
    not_allowed: { was: `has the algorithm {seen}, which ${of} of the request does not allow`, fix: notAllowed },
    ...actedBy(acts, algMistakes),
  })
}

/** Rows of a table with the fix for the one who acts: a wallet can only report what its issuer signed. */
const actedBy = <Key extends string>(
  acts: Actor = 'wallet',
  table: Readonly<Record<Key, { readonly was: string; readonly fix: string; readonly ofIssuer: string }>>,
) =>
  Object.fromEntries(
    Object.entries<(typeof table)[Key]>(table).map(([key, { was, fix, ofIssuer }]) => [
      key,
      acts === 'wallet' ? { was, fix } : { was, fix: `Report it to the issuer: ${ofIssuer}`, acts },
    ]),
  ) as Record<Key, { was: string; fix: string; acts?: Actor }>

/** Reasons of a proof with this name, e.g. `The device signature`. */
export const proofReasons = (name: string): Readonly<Record<MistakeKey, Reason>> =>
  named(
    name,
    Object.fromEntries(
      Object.entries(mistakes).map(([key, { was, fix, draft }]) => [
        key,
        { was, fix, ...(draft === undefined ? {} : { draft }) },
      ]),
    ) as Record<MistakeKey, Omit<ProofMistake, 'transcript'>>,
  )

/** Reasons of a proof that no way to make it explains. */
export const unexplainedReasons = (name: string): Readonly<Record<Unexplained, Reason>> => named(name, unexplained)

/** Reasons of a proof that cannot be verified; `acts: 'issuer'` for the signature of an issuer. */
export const unverifiedReasons = (
  name: string,
  acts: Actor = 'wallet',
): Readonly<Record<keyof typeof cannotVerify, Reason>> => named(name, actedBy(acts, cannotVerify))

/** The reason of a MAC whose key and content come from different transcripts. */
export const mixedReason = (name: string): { readonly mixed_transcripts: Reason } => ({
  mixed_transcripts: {
    says: `${name} covers {made_for}, and the salt of its key is made of {salt}`,
    fix: 'Use the SessionTranscript of OpenID4VP 1.0 for both.',
  },
})

const named = <Key extends string>(
  name: string,
  table: Readonly<Record<Key, Omit<Reason, 'says'> & { readonly was: string }>>,
): Readonly<Record<Key, Reason>> =>
  Object.fromEntries(
    Object.entries<Omit<Reason, 'says'> & { readonly was: string }>(table).map(([key, { was, ...reason }]) => [
      key,
      { says: `${name} ${was}`, ...reason },
    ]),
  ) as Record<Key, Reason>

/** Key of the reason for a variant that does not fit the request. */
export function mistakeKey(variant: TranscriptVariant, handover: HandoverInput): MistakeKey {
  if (variant === 'dc_api' && ownVariant(handover) === 'annex_c') return 'dc_api_for_annex_c'
  return variant === 'dc_api_draft_24' && handover.origin !== undefined ? 'dc_api_draft_24_in_browser' : variant
}

/** Key of the reason for a proof that nothing explains. */
export function unexplainedKey(
  untried: readonly Untried[],
  verifications: number,
  { origin }: HandoverInput,
): Unexplained {
  if (verifications === 0) return 'not_explained'
  if (origin !== undefined) return 'fits_nothing_in_browser'
  return untried.includes('iso_18013_7_without_nonce') ? 'iso_nonce_not_sent' : 'fits_nothing'
}

/** How lists call a way to prove. */
export const transcriptName = (variant: TranscriptVariant): Wording => declared(mistakes[variant].transcript)

/** What was not tried, and why. */
export const notTried = (untried: readonly Untried[]): Wording[] => untried.map((one) => untriedWords[one])

import type { Digest } from '../../../ports/ports'
import { cborEncode, DataItem } from '../mdoc-library'

/**
 * What a request binds an mdoc to. With an `origin` it goes through a browser, and the handover contains neither client
 * id nor response URI. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2
 */
export interface HandoverInput {
  /** Full Client Identifier, with its prefix. */
  readonly clientId: string
  readonly nonce: string
  /** 32 bytes, of the response encryption key; `null` for an unencrypted response. */
  readonly jwkThumbprint: Uint8Array | null
  readonly responseUri: string
  /** Serialised origin of the requesting page, without prefix; absent for a link. */
  readonly origin?: string
  /** `encryptionInfo` as sent; only for ISO/IEC 18013-7 requests. ISO18013-7-C */
  readonly encryptionInfo?: string
}

/**
 * Ways to build a transcript, and to prove with it. All but the one of the request are tried only to explain an error,
 * and never accepted.
 */
export const transcriptVariants = [
  'openid4vp',
  'without_thumbprint',
  'of_three',
  'response_uri_before_nonce',
  'not_hashed',
  'tag_24_before_hashing',
  'transcript_under_tag_24',
  'handover_alone',
  'client_id_without_prefix',
  'client_id_of_another_form',
  'iso_18013_7',
  'dc_api',
  'dc_api_draft_24',
  'before_change',
  'another_session',
  'not_embedded',
  'signature_is_der',
  'null_for_external_aad',
  'signed_with_issuer_key',
  'state_for_nonce',
  'wallet_nonce_for_nonce',
  'nonce_as_bytes',
  'slash_at_response_uri',
  'origin_for_response_uri',
  'request_uri_for_response_uri',
  'thumbprint_as_text',
  'thumbprint_of_sent_jwk',
  'thumbprint_of_other_key',
  'annex_c',
  'annex_c_info_under_tag_24',
  'annex_c_info_as_bytes',
  'redirect_with_origin',
  'dc_api_prefixed_origin',
  'dc_api_slash',
  'dc_api_extra_origin',
  'dc_api_without_thumbprint',
  'dc_api_thumbprint_text',
  'dc_api_other_entry',
] as const

/** Most verifications to explain the proof of one document. */
export const verificationsMax = 64

export type TranscriptVariant = (typeof transcriptVariants)[number]

/** Variants that a request itself may call for. */
export type OwnVariant = Extract<TranscriptVariant, 'openid4vp' | 'dc_api' | 'annex_c'>

/** The transcript variant that a request calls for. */
export const ownVariant = ({ origin, encryptionInfo }: HandoverInput): OwnVariant =>
  origin === undefined ? 'openid4vp' : encryptionInfo === undefined ? 'dc_api' : 'annex_c'

/** The encoded data that the handover hashes. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2, ISO18013-7-C */
export function handoverInfo({ clientId, nonce, jwkThumbprint, responseUri, origin, encryptionInfo }: HandoverInput) {
  if (origin === undefined) return cborEncode([clientId, nonce, jwkThumbprint, responseUri])
  return cborEncode(encryptionInfo === undefined ? [origin, nonce, jwkThumbprint] : [encryptionInfo, origin])
}

/** The name at the start of each handover. */
export const handoverNames: Readonly<Record<OwnVariant, string>> = {
  openid4vp: 'OpenID4VPHandover',
  dc_api: 'OpenID4VPDCAPIHandover',
  annex_c: 'dcapi',
}

/** The encoded `SessionTranscript` of a request. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2, ISO18013-7-C */
export const sessionTranscript = (input: HandoverInput, digest: Digest): Uint8Array =>
  transcriptOf(handoverOf(input, digest))

/** Name and hash, as all handovers of today have them. */
export const handoverOf = (input: HandoverInput, digest: Digest): readonly unknown[] =>
  namedHandover(ownVariant(input), handoverInfo(input), digest)

/** A handover with this name and the hash of these bytes. */
export const namedHandover = (variant: OwnVariant, info: Uint8Array, digest: Digest): readonly unknown[] => [
  handoverNames[variant],
  hashOf(info, digest),
]

/**
 * The transcript of ISO/IEC 18013-7 annex B, used by OpenID4VP up to draft 24.
 * @param mdocNonce - the wallet's nonce, sent as `apu`
 */
export const isoTranscript = (
  { clientId, nonce, responseUri }: HandoverInput,
  mdocNonce: string,
  digest: Digest,
): Uint8Array =>
  transcriptOf([
    hashOf(cborEncode([clientId, mdocNonce]), digest),
    hashOf(cborEncode([responseUri, mdocNonce]), digest),
    nonce,
  ])

/** An encoded transcript around any handover. */
export const transcriptOf = (handover: unknown): Uint8Array => cborEncode([null, null, handover])
const hashOf = (bytes: Uint8Array, digest: Digest): Uint8Array => Uint8Array.from(digest('sha-256', bytes))

/** Tag 24 around the bytes. RFC8949-3.4.5.1 */
export const embed = (bytes: Uint8Array): Uint8Array => cborEncode(DataItem.fromBuffer(bytes))

/** Concatenates byte arrays. */
export function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

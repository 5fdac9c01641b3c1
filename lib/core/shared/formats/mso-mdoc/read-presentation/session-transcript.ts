import type { Digest } from '../../../ports/ports'
import { cborEncode } from '../mdoc-library'

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
 * Ways to build a transcript. All but the one of the request are tried only to explain an error, and never accepted.
 */
export type TranscriptVariant =
  | 'openid4vp'
  | 'without_thumbprint'
  | 'client_id_without_prefix'
  | 'iso_18013_7'
  | 'dc_api'
  | 'dc_api_draft_24'
  | 'another_session'
  | 'not_embedded'
  | 'signature_is_der'
  | 'signed_with_issuer_key'
  | 'state_for_nonce'
  | 'slash_at_response_uri'
  | 'origin_for_response_uri'
  | 'thumbprint_as_text'
  | 'annex_c'
  | 'dc_api_prefixed_origin'
  | 'dc_api_slash'
  | 'dc_api_extra_origin'
  | 'dc_api_without_thumbprint'
  | 'dc_api_thumbprint_text'
  | 'dc_api_other_entry'

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
const handoverNames: Readonly<Record<OwnVariant, string>> = {
  openid4vp: 'OpenID4VPHandover',
  dc_api: 'OpenID4VPDCAPIHandover',
  annex_c: 'dcapi',
}

/** The encoded `SessionTranscript` of a request. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2, ISO18013-7-C */
export const sessionTranscript = (input: HandoverInput, digest: Digest): Uint8Array =>
  transcriptOf([handoverNames[ownVariant(input)], hashOf(handoverInfo(input), digest)])

/** The transcript of a request by link, with text instead of bytes for the thumbprint. */
export const transcriptWithText = (
  { clientId, nonce, responseUri }: HandoverInput,
  thumbprint: string,
  digest: Digest,
): Uint8Array =>
  transcriptOf(['OpenID4VPHandover', hashOf(cborEncode([clientId, nonce, thumbprint, responseUri]), digest)])

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

/** The transcript of the Digital Credentials API. OID4VP-1FINALA-B.2.6.2 */
export const dcApiTranscript = ({ nonce, jwkThumbprint }: HandoverInput, origin: string, digest: Digest): Uint8Array =>
  transcriptOf(['OpenID4VPDCAPIHandover', hashOf(cborEncode([origin, nonce, jwkThumbprint]), digest)])

/** The transcript of the Digital Credentials API, with text instead of bytes for the thumbprint. */
export const dcApiTranscriptWithText = (
  { nonce }: HandoverInput,
  origin: string,
  { thumbprint, digest }: { readonly thumbprint: string; readonly digest: Digest },
): Uint8Array => transcriptOf(['OpenID4VPDCAPIHandover', hashOf(cborEncode([origin, nonce, thumbprint]), digest)])

/** The transcript of the Digital Credentials API in draft 24. */
export const dcApiTranscriptOfDraft24 = (
  { clientId, nonce }: HandoverInput,
  origin: string,
  digest: Digest,
): Uint8Array => transcriptOf(['OpenID4VPDCAPIHandover', hashOf(cborEncode([origin, clientId, nonce]), digest)])

const transcriptOf = (handover: unknown): Uint8Array => cborEncode([null, null, handover])
const hashOf = (bytes: Uint8Array, digest: Digest): Uint8Array => Uint8Array.from(digest('sha-256', bytes))

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

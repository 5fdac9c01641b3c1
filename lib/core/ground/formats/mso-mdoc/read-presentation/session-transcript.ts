import type { Digest } from '../../../ports/ports'
import { cborEncode } from '../mdoc-library'

/**
 * What a request binds an mdoc to: where it has an `origin`, a browser carries it, and neither client id nor response URI stands in
 * the handover. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2
 */
export interface HandoverInput {
  /** Full Client Identifier, with its prefix. */
  readonly clientId: string
  readonly nonce: string
  /** 32 bytes: the key that the response is encrypted to; `null` for one in the clear. */
  readonly jwkThumbprint: Uint8Array | null
  readonly responseUri: string
  /** Serialised origin of the page that asks, without prefix; absent for a request by link. */
  readonly origin?: string
  /** `encryptionInfo` as sent, only of a request in the form of ISO/IEC 18013-7. ISO18013-7-C */
  readonly encryptionInfo?: string
}

/** Ways to make a transcript. All but that of the request itself are tried to explain an error and never accepted. */
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

/** Those that a request may ask for. */
export type OwnVariant = Extract<TranscriptVariant, 'openid4vp' | 'dc_api' | 'annex_c'>

/** The way to make the transcript that a request asks for. */
export const ownVariant = ({ origin, encryptionInfo }: HandoverInput): OwnVariant =>
  origin === undefined ? 'openid4vp' : encryptionInfo === undefined ? 'dc_api' : 'annex_c'

/** What the handover holds the hash of, encoded. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2, ISO18013-7-C */
export function handoverInfo({ clientId, nonce, jwkThumbprint, responseUri, origin, encryptionInfo }: HandoverInput) {
  if (origin === undefined) return cborEncode([clientId, nonce, jwkThumbprint, responseUri])
  return cborEncode(encryptionInfo === undefined ? [origin, nonce, jwkThumbprint] : [encryptionInfo, origin])
}

/** The name that stands first in each handover. */
const handoverNames: Readonly<Record<OwnVariant, string>> = {
  openid4vp: 'OpenID4VPHandover',
  dc_api: 'OpenID4VPDCAPIHandover',
  annex_c: 'dcapi',
}

/** `SessionTranscript` of the response to a request, encoded. OID4VP-1FINALA-B.2.6.1, OID4VP-1FINALA-B.2.6.2, ISO18013-7-C */
export const sessionTranscript = (input: HandoverInput, digest: Digest): Uint8Array =>
  transcriptOf([handoverNames[ownVariant(input)], hashOf(handoverInfo(input), digest)])

/** That of a response by link, with a text where the thumbprint belongs, which is bytes. */
export const transcriptWithText = (
  { clientId, nonce, responseUri }: HandoverInput,
  thumbprint: string,
  digest: Digest,
): Uint8Array =>
  transcriptOf(['OpenID4VPHandover', hashOf(cborEncode([clientId, nonce, thumbprint, responseUri]), digest)])

/**
 * The transcript of ISO/IEC 18013-7 annex B, which OpenID4VP had up to draft 24.
 * @param mdocNonce - the nonce that the wallet made and sent as `apu`
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

/** The same with a text where the thumbprint belongs, which is bytes. */
export const dcApiTranscriptWithText = (
  { nonce }: HandoverInput,
  origin: string,
  { thumbprint, digest }: { readonly thumbprint: string; readonly digest: Digest },
): Uint8Array => transcriptOf(['OpenID4VPDCAPIHandover', hashOf(cborEncode([origin, nonce, thumbprint]), digest)])

/** The same as draft 24 had it. */
export const dcApiTranscriptOfDraft24 = (
  { clientId, nonce }: HandoverInput,
  origin: string,
  digest: Digest,
): Uint8Array => transcriptOf(['OpenID4VPDCAPIHandover', hashOf(cborEncode([origin, clientId, nonce]), digest)])

const transcriptOf = (handover: unknown): Uint8Array => cborEncode([null, null, handover])
const hashOf = (bytes: Uint8Array, digest: Digest): Uint8Array => Uint8Array.from(digest('sha-256', bytes))

/** Bytes one after another. */
export function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

import type { TranscriptVariant } from '../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { say, type Wording } from '../../ground/values/wording'
import type { Explanation } from './hint-words'

/** What a proof that does not verify was made for: the end of a sentence about it, and what to do. */
export const variantWords: Readonly<Record<TranscriptVariant, Explanation>> = {
  openid4vp: {
    cause: say`was made for the handover of a request by link`,
    hint: say`Use OpenID4VPDCAPIHandover, which holds the origin in place of client_id and response_uri.`,
  },
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
  annex_c: {
    cause: say`was made for the handover of ISO/IEC 18013-7 for browsers`,
    hint: say`Use the handover of the protocol that you answer.`,
  },
  dc_api_prefixed_origin: {
    cause: say`was made for the origin with a prefix`,
    hint: say`Put the bare origin into the handover: only the audience of a Key Binding JWT has the prefix origin.`,
  },
  dc_api_slash: {
    cause: say`was made for the origin with a slash at its end`,
    hint: say`Put the origin into the handover as the browser gives it, byte for byte.`,
  },
  dc_api_extra_origin: {
    cause: say`was made for a member of expected_origins that is not the origin of the page`,
    hint: say`Put the origin into the handover that the browser gives: expected_origins is only to be compared with it.`,
  },
  dc_api_without_thumbprint: {
    cause: say`was made without the thumbprint of the encryption key`,
    hint: say`With dc_api.jwt, put the thumbprint of the key into the handover that you encrypt the response to.`,
  },
  dc_api_thumbprint_text: {
    cause: say`was made with the thumbprint of the encryption key as a text`,
    hint: say`Put the 32 bytes of the thumbprint into the handover, as a byte string.`,
  },
  dc_api_other_entry: {
    cause: say`was made for another entry of requests than the named protocol has`,
    hint: say`Take nonce and key from the entry whose protocol you name.`,
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
export const transcriptWords: Readonly<Record<Exclude<TranscriptVariant, 'another_session'>, Wording>> = {
  openid4vp: say`the transcript of a request by link, with client_id and response_uri`,
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
  annex_c: say`the transcript of ISO/IEC 18013-7 for browsers`,
  dc_api_prefixed_origin: say`a transcript with a prefix before the origin`,
  dc_api_slash: say`a transcript with a slash at the end of the origin`,
  dc_api_extra_origin: say`a transcript with another member of expected_origins`,
  dc_api_without_thumbprint: say`a transcript without the thumbprint of the encryption key`,
  dc_api_thumbprint_text: say`a transcript with the thumbprint of the encryption key as a text`,
  dc_api_other_entry: say`the transcript of another entry of requests`,
}

const bySpecification = say`Use OpenID4VPDCAPIHandover of OpenID4VP 1.0.`

/** What differs in these words where a browser carries the request. OID4VP-1FINALA-B.2.6.2 */
export const wordsInBrowser: Readonly<Partial<Record<TranscriptVariant, Explanation>>> = {
  dc_api: {
    cause: say`was made for the handover of OpenID4VP`,
    hint: say`Use the handover of ISO/IEC 18013-7 for the protocol org-iso-mdoc.`,
  },
  dc_api_draft_24: { cause: say`was made for the Digital Credentials API of draft 24`, hint: bySpecification },
}

import type { TranscriptVariant } from '../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import type { Hint, HintCode } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { distanceWords, durationWords } from '../../shared/time/durations'
import { say, type Wording } from '../../shared/values/wording'

/** Explanation of a violation, and its fix. */
export interface Explanation {
  /** A statement without its full stop. */
  readonly cause: Wording
  readonly hint: Wording
}

const explain = (cause: Wording, hint: Wording): Explanation => ({ cause, hint })

const setAud = say`Set aud to the full client_id of the request, including the part before its first colon.`

const setOrigin = say`Set aud to origin: followed by the origin that the browser gives, byte for byte, for signed requests too.`

const token = (about: Hint['about']): Wording =>
  about === 'vp.sdjwt.signature' ? say`issuer-signed JWT` : say`Key Binding JWT`

const words: Readonly<Record<HintCode, (hint: Hint) => Explanation>> = {
  nonce_of_another_session: () =>
    explain(
      say`The nonce of the Key Binding JWT is the nonce of another session`,
      say`Use the nonce of the request that you respond to.`,
    ),
  aud_without_prefix: () => explain(say`The aud of the Key Binding JWT is the client_id without its prefix`, setAud),
  aud_is_response_uri: () => explain(say`The aud of the Key Binding JWT is the response_uri`, setAud),
  aud_is_origin: () => explain(say`The aud of the Key Binding JWT is the origin of the verifier`, setAud),
  aud_is_origin_with_prefix: () =>
    explain(say`The aud of the Key Binding JWT is the audience of the Digital Credentials API`, setAud),
  aud_is_client_id_in_browser: () =>
    explain(say`The aud of the Key Binding JWT is the client_id, not the origin of the page`, setOrigin),
  aud_is_client_id_without_prefix_in_browser: () =>
    explain(
      say`The aud of the Key Binding JWT is the client_id without its prefix, not the origin of the page`,
      setOrigin,
    ),
  aud_is_foreign_client_id_in_browser: () =>
    explain(say`The aud of the Key Binding JWT is a Client Identifier, not the origin of the page`, setOrigin),
  aud_is_response_uri_in_browser: () =>
    explain(say`The aud of the Key Binding JWT is the response_uri, which no request through a browser has`, setOrigin),
  aud_is_web_origin: () =>
    explain(say`The aud of the Key Binding JWT has the prefix web-origin, as in draft 24`, setOrigin),
  aud_is_bare_origin: () =>
    explain(say`The aud of the Key Binding JWT is the origin without the prefix origin`, setOrigin),
  aud_has_slash: () => explain(say`The origin in aud of the Key Binding JWT ends in a slash`, setOrigin),
  aud_has_default_port: () =>
    explain(say`The origin in aud of the Key Binding JWT names the port that its scheme has anyway`, setOrigin),
  aud_has_other_scheme: () =>
    explain(say`The origin in aud of the Key Binding JWT has another scheme than the page`, setOrigin),
  aud_is_other_origin: () =>
    explain(
      say`The aud of the Key Binding JWT is a member of expected_origins that is not the origin of the page`,
      setOrigin,
    ),
  aud_is_host: () => explain(say`The aud of the Key Binding JWT is the host alone, not the origin`, setOrigin),
  sd_hash_without_final_tilde: () => explain(say`The sd_hash omits the last tilde`, say`Include the last tilde.`),
  sd_hash_without_disclosures: () =>
    explain(say`The sd_hash omits the Disclosures`, say`Include the Disclosures that you send.`),
  sd_hash_of_issuer_jwt: () =>
    explain(say`The sd_hash covers the issuer-signed JWT only`, say`Include the tildes and Disclosures.`),
  sd_hash_of_another_form: () =>
    explain(
      say`The sd_hash covers another presentation of this credential in the same response`,
      say`Hash the Disclosures of this one.`,
    ),
  sd_hash_with_one_disclosure_less: () =>
    explain(say`The sd_hash omits one of the Disclosures that were sent`, say`Include every Disclosure that you send.`),
  sd_hash_in_another_order: () =>
    explain(
      say`The sd_hash covers the Disclosures in a different order than they were sent in`,
      say`Hash the Disclosures in the order in which you send them.`,
    ),
  sd_hash_with_another_algorithm: ({ detail }) =>
    explain(say`The sd_hash was made with ${detail}`, say`Use the algorithm of _sd_alg.`),
  sd_hash_as_hex: () => explain(say`The sd_hash is hexadecimal`, say`Encode the hash in base64url without padding.`),
  sd_hash_with_padding: () => explain(say`The sd_hash is padded`, say`Encode the hash in base64url without padding.`),
  sd_hash_as_base64: () => explain(say`The sd_hash is in base64`, say`Encode the hash in base64url without padding.`),
  final_tilde_missing: () =>
    explain(
      say`The last tilde of the presentation is missing, so its last Disclosure stands where the Key Binding JWT belongs`,
      say`End the last Disclosure with a tilde, before the Key Binding JWT.`,
    ),
  signature_is_der: ({ about }) =>
    explain(
      say`The signature of the ${token(about)} is DER-encoded`,
      say`Concatenate r and s: otherwise the signature is valid.`,
    ),
  signed_with_another_key: ({ about, detail }) =>
    explain(
      say`The ${token(about)} is signed with another key: ${detail}`,
      about === 'vp.sdjwt.signature'
        ? say`Present the issuer-signed JWT exactly as issued.`
        : say`Sign with the private key that belongs to cnf.`,
    ),
  milliseconds: () =>
    explain(
      say`The iat of the Key Binding JWT is in milliseconds`,
      say`Use seconds since 1970: divide the value by 1000.`,
    ),
  clock_is_off: ({ detail }) => {
    const fromNow = Number(detail)
    const clock = say`the clock of the device may be ${durationWords(fromNow)} ${fromNow < 0 ? say`behind` : say`ahead`}`
    return explain(
      say`The iat of the Key Binding JWT is ${distanceWords(fromNow)}`,
      fromNow < 0
        ? say`Make the Key Binding JWT when the user consents; if you do, ${clock}.`
        : say`Set iat to the current time; if you do, ${clock}.`,
    )
  },
}

/** The first explanation of an error, as members of a violation; empty if none. */
export function explained(hints: readonly Hint[], about: Hint['about']): Partial<Explanation> {
  const [found] = explanationsFor(hints, about)
  return found ?? {}
}

/** All explanations of an error, in the order found; empty if none. */
export const explanationsFor = (hints: readonly Hint[], about: Hint['about']): Explanation[] =>
  hints.flatMap((hint) => (hint.about === about ? [words[hint.found](hint)] : []))

/** What an invalid proof was made for: end of a sentence, and fix. */
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

/** Wording differences for browser requests. OID4VP-1FINALA-B.2.6.2 */
export const wordsInBrowser: Readonly<Partial<Record<TranscriptVariant, Explanation>>> = {
  dc_api: {
    cause: say`was made for the handover of OpenID4VP`,
    hint: say`Use the handover of ISO/IEC 18013-7 for the protocol org-iso-mdoc.`,
  },
  dc_api_draft_24: { cause: say`was made for the Digital Credentials API of draft 24`, hint: bySpecification },
}

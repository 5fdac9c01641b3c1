import type { Hint, HintCode } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { distanceWords, durationWords } from '../../ground/time/durations'
import { say, type Wording } from '../../ground/values/wording'

/** What explains a violation, and what to do about it. */
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

/** What explains an error, as members of a violation; empty if nothing does. */
export function explained(hints: readonly Hint[], about: Hint['about']): Partial<Explanation> {
  const [found] = explanationsFor(hints, about)
  return found ?? {}
}

/** All that explains an error, in the order it was found; empty if nothing does. */
export const explanationsFor = (hints: readonly Hint[], about: Hint['about']): Explanation[] =>
  hints.flatMap((hint) => (hint.about === about ? [words[hint.found](hint)] : []))

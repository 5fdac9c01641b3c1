import type { Hint, HintCode } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'
import type { Wording } from '../../ground/values/wording'
import { say } from '../../ground/values/wording'

const words: Readonly<Record<HintCode, (detail: Hint['detail']) => Wording>> = {
  nonce_of_another_session: () =>
    say`It is the nonce of another session: use the nonce of the request that you answer.`,
  aud_without_prefix: () =>
    say`The prefix is missing: aud is the full client_id, including the part before the first colon.`,
  aud_is_response_uri: () => say`It is the response_uri: aud is the client_id.`,
  aud_is_origin: () => say`It is the origin of the verifier: aud is the client_id of the request.`,
  aud_is_origin_with_prefix: () =>
    say`This audience belongs to the Digital Credentials API: here aud is the client_id.`,
  sd_hash_without_final_tilde: () => say`The hash omits the last tilde: include it.`,
  sd_hash_without_disclosures: () => say`The hash omits the Disclosures: include the ones that you send.`,
  sd_hash_of_issuer_jwt: () => say`The hash covers the issuer-signed JWT only: include the tildes and Disclosures.`,
  sd_hash_of_another_form: () =>
    say`The hash covers another presentation of this credential in the same answer: hash the Disclosures of this one.`,
  sd_hash_with_one_disclosure_less: () => say`The hash omits one of the Disclosures that were sent.`,
  sd_hash_in_another_order: () => say`The hash covers the Disclosures in a different order than they were sent in.`,
  sd_hash_with_another_algorithm: (detail) => say`The hash was made with ${detail}: use the algorithm of _sd_alg.`,
  final_tilde_missing: () =>
    say`The last tilde is missing: it belongs between the last Disclosure and the Key Binding JWT.`,
  sd_hash_as_hex: () => say`The hash is in hex: encode it in base64url without padding.`,
  sd_hash_with_padding: () => say`The hash is padded: encode it in base64url without padding.`,
  sd_hash_as_base64: () => say`The hash is in base64: encode it in base64url without padding.`,
  signature_is_der: () => say`The signature is valid but DER-encoded: concatenate r and s.`,
  signed_with_another_key: (detail) => say`It was signed with a different key: ${detail}.`,
  milliseconds: () => say`It is in milliseconds: use seconds since 1970.`,
  clock_is_off: (detail) => say`The clock of the device is off by ${detail} s.`,
}

/** What is known about an error, as a sentence for the wallet developer; `null` if nothing is. */
export function hintFor(hints: readonly Hint[], about: Hint['about']): Wording | null {
  const found = hints.find((hint) => hint.about === about)
  return found === undefined ? null : words[found.found](found.detail)
}

/** All that is known about an error, in the order it was found; empty if nothing is. */
export const hintsFor = (hints: readonly Hint[], about: Hint['about']): Wording[] =>
  hints.flatMap((hint) => (hint.about === about ? [words[hint.found](hint.detail)] : []))

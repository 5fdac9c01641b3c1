import type { Hint, HintCode } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'

const words: Readonly<Record<HintCode, (detail: Hint['detail']) => string>> = {
  nonce_of_another_session: () => 'It is the nonce of another session: use the nonce of the request that you answer.',
  aud_without_prefix: () =>
    'The prefix is missing: aud is the full client_id, including the part before the first colon.',
  aud_is_response_uri: () => 'It is the response_uri: aud is the client_id.',
  aud_is_origin: () => 'It is the origin of the verifier: aud is the client_id of the request.',
  aud_is_origin_with_prefix: () => 'This audience belongs to the Digital Credentials API: here aud is the client_id.',
  sd_hash_without_final_tilde: () => 'The hash omits the last tilde: include it.',
  sd_hash_without_disclosures: () => 'The hash omits the Disclosures: include the ones that you send.',
  sd_hash_of_issuer_jwt: () => 'The hash covers the issuer-signed JWT only: include the tildes and Disclosures.',
  sd_hash_of_another_form: () =>
    'The hash covers another presentation of this credential in the same answer: hash the Disclosures of this one.',
  sd_hash_with_one_disclosure_less: () => 'The hash omits one of the Disclosures that were sent.',
  sd_hash_in_another_order: () => 'The hash covers the Disclosures in a different order than they were sent in.',
  sd_hash_with_another_algorithm: (detail) => `The hash was made with ${detail}: use the algorithm of _sd_alg.`,
  final_tilde_missing: () =>
    'The last tilde is missing: it belongs between the last Disclosure and the Key Binding JWT.',
  sd_hash_as_hex: () => 'The hash is in hex: encode it in base64url without padding.',
  sd_hash_with_padding: () => 'The hash is padded: encode it in base64url without padding.',
  sd_hash_as_base64: () => 'The hash is in base64: encode it in base64url without padding.',
  signature_is_der: () => 'The signature is valid but DER-encoded: concatenate r and s.',
  signed_with_another_key: (detail) => `It was signed with a different key: ${detail}.`,
  milliseconds: () => 'It is in milliseconds: use seconds since 1970.',
  clock_is_off: (detail) => `The clock of the device is off by ${detail} s.`,
}

/** What is known about an error, as a sentence for the wallet developer; `null` if nothing is. */
export function hintFor(hints: readonly Hint[], about: Hint['about']): string | null {
  const found = hints.find((hint) => hint.about === about)
  return found === undefined ? null : words[found.found](found.detail)
}

/** All that was found out about an error, in the order in which it was; empty where nothing was. */
export const hintsFor = (hints: readonly Hint[], about: Hint['about']): string[] =>
  hints.flatMap((hint) => (hint.about === about ? [words[hint.found](hint.detail)] : []))

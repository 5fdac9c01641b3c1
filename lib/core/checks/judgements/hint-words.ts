import type { Hint, HintCode } from '../../formats/sd-jwt-vc/read-presentation/hint'

const words: Readonly<Record<HintCode, (detail: Hint['detail']) => string>> = {
  nonce_of_another_session: () => 'It is the nonce of another session: answer the request that was fetched last.',
  aud_without_prefix: () => 'The prefix is missing: aud is the whole client_id, with x509_hash: before the hash.',
  aud_is_response_uri: () => 'It is the response_uri: aud is the client_id.',
  aud_is_origin: () => 'It is the origin of the verifier: aud is the client_id.',
  aud_is_origin_with_prefix: () => 'That is the audience of the Digital Credentials API: here aud is the client_id.',
  sd_hash_without_final_tilde: () => 'The hash was made without the last tilde: include it.',
  sd_hash_without_disclosures: () => 'The hash was made without the Disclosures: include those that you send.',
  sd_hash_of_issuer_jwt: () => 'The hash was made over the issuer-signed JWT alone: include tildes and Disclosures.',
  sd_hash_of_another_form: () => 'The hash was made over another form of the credential, e.g. with all Disclosures.',
  sd_hash_with_one_disclosure_less: () => 'The hash was made without one of the Disclosures that were sent.',
  sd_hash_with_another_algorithm: (detail) => `The hash was made with ${detail}: use the algorithm of _sd_alg.`,
  final_tilde_missing: () =>
    'The last tilde is missing: it stands between the last Disclosure and the Key Binding JWT.',
  sd_hash_as_hex: () => 'The hash is in hex: write it in base64url without padding.',
  sd_hash_with_padding: () => 'The hash has padding: write it in base64url without padding.',
  sd_hash_as_base64: () => 'The hash is in plain base64: write it in base64url without padding.',
  signature_is_der: () => 'The signature is in DER and right in itself: write r and s side by side.',
  signed_with_another_key: (detail) => `It was signed with another key: ${detail}.`,
  milliseconds: () => 'It is in milliseconds: write seconds since 1970.',
  clock_is_off: (detail) => `The clock of the device is off by ${detail} s.`,
}

/** What was found out about a fault, as a sentence for the wallet developer; `null` when nothing was. */
export function hintFor(hints: readonly Hint[], about: Hint['about']): string | null {
  const found = hints.find((hint) => hint.about === about)
  return found === undefined ? null : words[found.found](found.detail)
}

import type { Actor, Reason } from '../../engine/checks/check'
import type { Hint, HintCode } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'

type Reasons<Key extends string> = Readonly<Record<Key, Reason>>

const of = (says: string, fix: string, more: Omit<Reason, 'says' | 'fix'> = {}): Reason => ({ says, fix, ...more })

const setAud = 'Set aud to the full client_id of the request, including the part before its first colon.'

export const notTheOrigin = 'The aud of the Key Binding JWT is not origin: followed by the origin of the page.'

/** The audience of a request that a browser carries. */
const ofPage = (says: string, draft?: string): Reason =>
  of(
    says,
    'Set aud to origin: followed by the origin that the browser gives, byte for byte, for signed requests too.',
    {
      refusal: notTheOrigin,
      ...(draft === undefined ? {} : { draft }),
    },
  )

type AudHint = Extract<HintCode, `aud_${string}`>

/** What a wrong audience is. OID4VP-1FINALA-B.3.6, OID4VP-1FINALA-A.4 */
export const audReasons: Reasons<AudHint> = {
  aud_without_prefix: of('The aud of the Key Binding JWT is the client_id without its prefix', setAud),
  aud_is_another_client_id: of(
    'The aud of the Key Binding JWT is the Client Identifier that this verifier would have with another prefix',
    setAud,
  ),
  aud_is_response_uri: of('The aud of the Key Binding JWT is the response_uri', setAud),
  aud_is_response_uri_with_slash: of(
    'The aud of the Key Binding JWT is the response_uri with a slash too many or too few at its end',
    setAud,
  ),
  aud_is_request_uri: of('The aud of the Key Binding JWT is the request_uri', setAud),
  aud_is_origin: of('The aud of the Key Binding JWT is the origin of the verifier', setAud),
  aud_is_origin_with_prefix: of(
    'The aud of the Key Binding JWT is the audience of the Digital Credentials API',
    setAud,
  ),
  aud_is_client_id_in_browser: ofPage('The aud of the Key Binding JWT is the client_id, not the origin of the page'),
  aud_is_client_id_without_prefix_in_browser: ofPage(
    'The aud of the Key Binding JWT is the client_id without its prefix, not the origin of the page',
  ),
  aud_is_foreign_client_id_in_browser: ofPage(
    'The aud of the Key Binding JWT is a Client Identifier, not the origin of the page',
  ),
  aud_is_response_uri_in_browser: ofPage(
    'The aud of the Key Binding JWT is the response_uri, which no request through a browser has',
  ),
  aud_is_web_origin: ofPage(
    'The aud of the Key Binding JWT has the prefix web-origin, as in draft 24',
    'OpenID4VP draft 24, over the Digital Credentials API',
  ),
  aud_is_bare_origin: ofPage('The aud of the Key Binding JWT is the origin without the prefix origin'),
  aud_has_slash: ofPage('The origin in aud of the Key Binding JWT ends in a slash'),
  aud_has_default_port: ofPage('The origin in aud of the Key Binding JWT names the port that its scheme has anyway'),
  aud_has_other_scheme: ofPage('The origin in aud of the Key Binding JWT has another scheme than the page'),
  aud_is_other_origin: ofPage(
    'The aud of the Key Binding JWT is a member of expected_origins that is not the origin of the page',
  ),
  aud_is_host: ofPage('The aud of the Key Binding JWT is the host alone, not the origin'),
}

const ownNonce = 'Use the nonce of the request that is answered.'

/** What a wrong nonce is. */
export const nonceReasons: Reasons<Extract<HintCode, `nonce_${string}`>> = {
  nonce_of_another_session: of('The nonce of the Key Binding JWT is the nonce of another session', ownNonce),
  nonce_is_state_of_another_session: of(
    'The nonce of the Key Binding JWT is the state of another request',
    'Copy the member nonce of the request that is answered into the Key Binding JWT.',
  ),
  nonce_encoded: of(
    'The nonce of the Key Binding JWT is the nonce of the request, encoded once more in base64',
    'Copy the member nonce of the request as the text that it is, without encoding it.',
  ),
  nonce_is_state: of(
    'The nonce of the Key Binding JWT is the state of the request',
    'Copy the member nonce of the request into the Key Binding JWT, and send state beside vp_token alone.',
  ),
  nonce_is_wallet_nonce: of(
    'The nonce of the Key Binding JWT is the wallet_nonce',
    'Copy the member nonce of the request into the Key Binding JWT: wallet_nonce only shows that the request is fresh.',
  ),
}

const plainBase64url = 'Encode the hash in base64url without padding.'

/** What a wrong `sd_hash` covers, or how it is written. RFC9901-4.3.1 */
export const sdHashReasons: Reasons<Extract<HintCode, `sd_hash_${string}`>> = {
  sd_hash_without_final_tilde: of('The sd_hash omits the last tilde', 'Include the last tilde in what is hashed.'),
  sd_hash_without_disclosures: of('The sd_hash omits the Disclosures', 'Hash the Disclosures that are sent, too.'),
  sd_hash_of_issuer_jwt: of(
    'The sd_hash covers the issuer-signed JWT only',
    'Hash the tildes and Disclosures that follow it, too.',
  ),
  sd_hash_of_another_form: of(
    'The sd_hash covers another presentation of this credential in the same response',
    'Hash the Disclosures of the presentation that the Key Binding JWT ends.',
  ),
  sd_hash_with_one_disclosure_less: of(
    'The sd_hash omits one of the Disclosures that were sent',
    'Hash every Disclosure that the presentation has.',
  ),
  sd_hash_in_another_order: of(
    'The sd_hash covers the Disclosures in a different order than they were sent in',
    'Hash the Disclosures in the order in which they are sent.',
  ),
  sd_hash_with_another_algorithm: of('The sd_hash was made with {algorithm}', 'Use the algorithm of _sd_alg.'),
  sd_hash_as_hex: of('The sd_hash is hexadecimal', plainBase64url),
  sd_hash_with_padding: of('The sd_hash is padded', plainBase64url),
  sd_hash_as_base64: of('The sd_hash is in base64', plainBase64url),
}

/** What stands in the place of a Key Binding JWT. */
export const partReasons: Reasons<'final_tilde_missing'> = {
  final_tilde_missing: of(
    'The last tilde of the presentation is missing, so its last Disclosure stands where the Key Binding JWT belongs',
    'End the last Disclosure with a tilde, before the Key Binding JWT.',
    { explains: ['vp.dcql.claims_present', 'vp.dcql.claim_set'] },
  ),
}

/** What a wrong `iat` is. */
export const iatReasons: Reasons<'milliseconds' | 'in_the_past' | 'in_the_future'> = {
  in_the_past: of(
    'The iat of the Key Binding JWT is {seen}',
    'Set iat to the time when the user consents, and make the Key Binding JWT then; compare the clock of the device.',
  ),
  in_the_future: of(
    'The iat of the Key Binding JWT is {seen}',
    'Set iat to the current time, and compare the clock of the device with another.',
  ),
  milliseconds: of(
    'The iat of the Key Binding JWT is in milliseconds',
    'Use seconds since 1970: divide the value by 1000.',
    { refusal: 'The iat of the Key Binding JWT is in milliseconds: NumericDate counts seconds.' },
  ),
}

type SignatureReason = 'invalid' | 'algorithm_not_supported' | 'critical_header'

/** Reasons of the signature of a JWT with this name, e.g. `ID Token`. */
export function signatureReasons(
  token: string,
  { invalid, acts }: { readonly invalid: Reason; readonly acts?: Actor },
): Reasons<SignatureReason> {
  const by = acts === undefined ? {} : { acts }
  return {
    invalid,
    algorithm_not_supported: of(
      `The signature of the ${token} cannot be verified: its algorithm is not supported here`,
      'Use an algorithm that the request lists, such as ES256.',
      by,
    ),
    critical_header: of(
      `The signature of the ${token} cannot be verified: its crit header names an extension that is not understood`,
      'Leave crit out of the header.',
      by,
    ),
  }
}

/** Reasons of a signature that another form or key explains. */
export function foundSignatureReasons(
  token: string,
  { key, acts }: { readonly key: string; readonly acts?: Actor },
): Reasons<'signature_is_der' | 'signed_with_another_key'> {
  return {
    signature_is_der: of(
      `The signature of the ${token} is DER-encoded`,
      'Concatenate r and s: otherwise the signature is valid.',
      acts === undefined ? {} : { acts },
    ),
    signed_with_another_key: of(`The ${token} is signed with another key: {signed_with}`, key),
  }
}

/** The codes of what was found about a check, in the order found. */
export const foundAbout = (hints: readonly Hint[], about: Hint['about']): readonly Hint[] =>
  hints.filter((hint) => hint.about === about)

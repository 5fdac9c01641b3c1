import { percentDecode } from './percent-decode'

/**
 * A name as it is compared: percent-decoded (twice, so that a doubled encoding hides nothing), lower case, letters and
 * digits only. `pre%2Dauthorized_code`, `Pre-Authorized_Code` and `preAuthorizedCode` are one name.
 */
export function plainName(name: string): string {
  const decoded = name.includes('%') ? percentDecode(percentDecode(name)) : name
  const ascii = /^[ -~]*$/.test(decoded) ? decoded : decoded.normalize('NFKC')
  return ascii.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

/**
 * True for a name whose value is a secret, a token or a one-time value, in whatever spelling and position it stands.
 * `proofs[jwt][0]` and `body.code` count by each of their parts.
 */
export const isSensitiveName = (name: string): boolean => !isVisibleName(name) && partsOf(name).some(isSensitive)

/** True for names whose value is evidence and stays readable, unless the value itself is a token. */
export const isVisibleName = (name: string): boolean => visible.has(plainName(name))

/** True where even a keyed fingerprint says too much, because few values are possible or the value is no token. */
export const isGuessableName = (name: string): boolean => partsOf(name).some((part) => guessable.test(part))

/** True for the members of a JWK that hold its private or symmetric part. RFC7518-6.2.2, RFC7518-6.3.2, RFC7518-6.4 */
export const isPrivateJwkMember = (name: string): boolean => privateJwkMembers.has(plainName(name))

const partsOf = (name: string): string[] =>
  /[.[]/.test(name) ? [plainName(name), ...name.split(/[.[\]]+/).map(plainName)] : [plainName(name)]

const isSensitive = (plain: string): boolean =>
  exact.has(plain) || (suffix.test(plain) && !harmlessCode.test(plain) && plain !== 'tokentype')

const exact = new Set([
  'apikey',
  'attestationchallenge',
  'authorization',
  'authsession',
  'bearer',
  'challenge',
  'codeverifier',
  'cookie',
  'cookies',
  'credential',
  'csrf',
  'dpop',
  'email',
  'idtokenhint',
  'logintokenhint',
  'notificationid',
  'oauthclientattestationpop',
  'otp',
  'passcode',
  'passphrase',
  'passwd',
  'phonenumber',
  'pin',
  'privatekey',
  'proof',
  'proofs',
  'pwd',
  'request',
  'requesturi',
  'secretkey',
  'sessionkey',
  'state',
  'transactionid',
  'userpin',
])

/** `*_token`, `*_code`, `*_nonce` and their kin; a plural is the same thing several times. */
const suffix = /(token|code|secret|assertion|attestation|attestationpop|nonce|password|jwt|verifier)s?$/
const harmlessCode = /^(error|status|country|postal|zip|language|currency)code$/

const guessable = /^(txcode|userpin|pin|otp|passcode|passphrase|passwd|pwd|email|phonenumber)$|password$|secret$/

const privateJwkMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])

const visible = new Set(
  [
    'client_id',
    'redirect_uri',
    'scope',
    'response_type',
    'response_mode',
    'grant_type',
    'issuer_state',
    'code_challenge',
    'code_challenge_method',
    'client_assertion_type',
    'token_type',
    'credential_configuration_id',
    'credential_identifier',
    'credential_issuer',
    'dpop_jkt',
    'jkt',
    'expires_in',
    'c_nonce_expires_in',
    'error',
    'error_description',
    'error_uri',
    'event',
    'event_description',
    'proof_type',
    'enc',
    'alg',
    'kid',
    'kty',
    'crv',
    'typ',
    'cty',
    'iss',
    'aud',
    'sub',
    'iat',
    'exp',
    'nbf',
    'jti',
    'htm',
    'htu',
    'ath',
    'vct',
    'format',
    'doctype',
    'thumbprint',
    'x5t',
    'x5t#S256',
    'user-agent',
    'accept',
    'accept-language',
    'accept-encoding',
    'content-type',
    'host',
  ].map(plainName),
)

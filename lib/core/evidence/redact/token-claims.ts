import type { JsonObject } from '../../json'
import { hideText, hideUnknown } from './hide-value'
import { setMember } from './own-members'
import { redactMember, shownName } from './redact-json'
import { type Place, type Redaction, type TokenKind, within } from './redaction'
import { isSensitiveName } from './sensitive-names'

/** Claims that are evidence, by kind. What is not named here keeps its name, type and length only. */
const shownClaims: Readonly<Record<TokenKind, readonly string[]>> = {
  dpop: ['jti', 'htm', 'htu', 'iat', 'exp', 'nbf', 'ath'],
  client_attestation: ['iss', 'sub', 'aud', 'iat', 'exp', 'nbf', 'cnf', 'wallet_name', 'wallet_link', 'status'],
  client_attestation_pop: ['iss', 'aud', 'jti', 'iat', 'exp', 'nbf'],
  client_assertion: ['iss', 'sub', 'aud', 'jti', 'iat', 'exp', 'nbf'],
  proof_jwt: ['iss', 'aud', 'iat', 'exp', 'nbf'],
  key_attestation: [
    'iss',
    'iat',
    'exp',
    'nbf',
    'attested_keys',
    'key_storage',
    'user_authentication',
    'certification',
    'status',
  ],
  request_object: [
    'iss',
    'aud',
    'iat',
    'exp',
    'nbf',
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'code_challenge',
    'code_challenge_method',
  ],
  access_token: ['exp'],
  credential: ['iss', 'iat', 'exp', 'nbf', 'vct', 'cnf', 'status', '_sd_alg'],
  mdoc: [],
  jwe: [],
  other: ['iss', 'aud', 'iat', 'exp', 'nbf'],
}

/** Claims whose value is a structure; under any other shown claim a structure is not expected and stays hidden. */
const structured = new Set([
  'aud',
  'cnf',
  'status',
  'attested_keys',
  'key_storage',
  'user_authentication',
  'certification',
])

/**
 * The claims of a token as evidence shows them. Nonces, codes and tokens are never shown, not even spent ones; of an
 * access token only its end, its key and the fingerprint of its id are.
 */
export function redactClaims(kind: TokenKind, claims: JsonObject, place: Place, redaction: Redaction): JsonObject {
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(claims)) {
    const shown = shownName(name, { ...place, ours: false })
    setMember(result, shown, redactClaim(kind, name, value, within(place, shown, { ours: false }), redaction))
  }
  return result
}

function redactClaim(kind: TokenKind, name: string, value: JsonObject[string], place: Place, redaction: Redaction) {
  if (isSensitiveName(name)) return redactMember(name, value, place, redaction)
  if (kind === 'access_token' && name === 'jti' && typeof value === 'string')
    return hideText('token', value, place, redaction)
  if (kind === 'access_token' && name === 'cnf') return onlyThumbprint(value)
  if (!shownClaims[kind].includes(name)) return hideUnknown(value)
  if (typeof value === 'object' && value !== null && !structured.has(name)) return hideUnknown(value)
  if (name === 'htu' && typeof value === 'string') {
    return redactMember(name, value.split(/[?#]/, 1)[0] ?? '', place, redaction)
  }
  return redactMember(name, value, place, redaction)
}

const onlyThumbprint = (cnf: JsonObject[string]): JsonObject[string] => {
  if (typeof cnf !== 'object' || cnf === null || Array.isArray(cnf)) return hideUnknown(cnf)
  const jkt = Object.hasOwn(cnf, 'jkt') ? cnf.jkt : undefined
  return typeof jkt === 'string' && /^[A-Za-z0-9_-]{43}$/.test(jkt) ? { jkt } : hideUnknown(cnf)
}

import type { Json } from '../../../shared/values/json'
import type { Place } from '../place'
import type { Redaction, TokenRule } from '../redaction'
import { redactSensitiveText, redactUnknown } from '../values/redact-sensitive'
import { describeUnitStatus } from './status-claims'

/**
 * An access token counts as one wherever it occurs, so that it shows no more in the wrong place than in the right one:
 * its expiry, its key and the fingerprint of its id. RFC9068-2.1
 */
export const accessToken: TokenRule = {
  kind: 'access_token',
  names: ['authorization', 'accesstoken', 'refreshtoken'],
  types: ['at+jwt'],
  insists: true,
  claims: ['exp'],
  describeClaim(name: string, value: Json, place: Place, redaction: Redaction) {
    if (name === 'jti' && typeof value === 'string') return redactSensitiveText('token', value, place, redaction)
    return name === 'cnf' ? onlyThumbprint(value, redaction) : undefined
  },
  describeKeys: () => ({}),
}

/** OAuth tokens that every protocol here may meet. RFC9449-4.2, RFC9101-10.8, RFC7523-3 */
export const oauthTokens: readonly TokenRule[] = [
  {
    kind: 'dpop',
    names: ['dpop'],
    types: ['dpop+jwt'],
    claims: ['jti', 'htm', 'htu', 'iat', 'exp', 'nbf'],
    // A hash of the access token. A finding says whether it is right; showing it would reveal who holds a given token.
    describeClaim: (name, value, place, redaction) =>
      name === 'ath' && typeof value === 'string' ? redactSensitiveText('token', value, place, redaction) : undefined,
  },
  {
    kind: 'client_attestation',
    names: ['oauthclientattestation'],
    types: ['oauth-client-attestation+jwt'],
    claims: ['iss', 'sub', 'aud', 'iat', 'exp', 'nbf', 'cnf', 'wallet_name', 'wallet_version', 'wallet_link', 'status'],
    describeClaim: (name, value, _place, redaction) => describeUnitStatus(name, value, redaction),
  },
  {
    kind: 'client_attestation_pop',
    names: ['oauthclientattestationpop'],
    types: ['oauth-client-attestation-pop+jwt'],
    claims: ['iss', 'aud', 'jti', 'iat', 'exp', 'nbf'],
  },
  {
    kind: 'client_assertion',
    names: ['clientassertion'],
    claims: ['iss', 'sub', 'aud', 'jti', 'iat', 'exp', 'nbf'],
  },
]

/** Shows only the header of an encrypted token. */
export const encryptedToken: TokenRule = { kind: 'jwe', describeKeys: () => ({}) }

/** A token of unknown kind. */
export const otherToken: TokenRule = { kind: 'other', claims: ['iss', 'aud', 'iat', 'exp', 'nbf'] }

const onlyThumbprint = (cnf: Json, redaction: Redaction): Json => {
  if (typeof cnf !== 'object' || cnf === null || Array.isArray(cnf)) return redactUnknown(cnf, redaction)
  const jkt = Object.hasOwn(cnf, 'jkt') ? cnf.jkt : undefined
  return typeof jkt === 'string' && /^[A-Za-z0-9_-]{43}$/.test(jkt) ? { jkt } : redactUnknown(cnf, redaction)
}

import type { Redaction, TokenRule } from '../../engine/redaction/redaction'
import { accessToken, oauthTokens } from '../../engine/redaction/tokens/shared-tokens'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'

/** The tokens that wallets send to an issuer. OID4VCI-1FINALA-D.1, OID4VCI-1FINALA-F.1, RFC9101-10.8 */
export const oid4vciTokens: readonly TokenRule[] = [
  accessToken,
  {
    kind: 'credential',
    names: ['credential'],
    types: ['dc+sd-jwt', 'vc+sd-jwt'],
    looksLike: (token) => token.includes('~'),
    insists: true,
    claims: ['iss', 'iat', 'exp', 'nbf', 'vct', 'cnf', 'status', '_sd_alg'],
    describeClaim: (name, value, _place, redaction) => (name === 'status' ? withoutPlace(value, redaction) : undefined),
  },
  ...oauthTokens,
  {
    kind: 'proof_jwt',
    names: ['jwt'],
    types: ['openid4vci-proof+jwt'],
    claims: ['iss', 'aud', 'iat', 'exp', 'nbf'],
  },
  {
    kind: 'key_attestation',
    names: ['attestation', 'keyattestation'],
    types: ['key-attestation+jwt', 'keyattestation+jwt'],
    claims: [
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
    structured: ['attested_keys', 'key_storage', 'user_authentication', 'certification'],
    describeKeys(claims, thumbprint) {
      const keys = claims && Object.hasOwn(claims, 'attested_keys') ? claims.attested_keys : null
      return Array.isArray(keys) ? { attested_key_thumbprints: keys.slice(0, attestedKeysMax).map(thumbprint) } : {}
    },
  },
  {
    kind: 'request_object',
    names: ['request'],
    types: ['oauth-authz-req+jwt'],
    claims: [
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
  },
]

/** The members of a status without their values, which are one credential's alone. HAIP-6.1 */
const withoutPlace = (value: Json, redaction: Redaction): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, member]) => [name, withoutPlace(member, redaction)]),
      )
    : redactUnknown(value, redaction)

/** How many keys of one attestation keep their thumbprints. */
const attestedKeysMax = 100

import type { TokenKind } from './redaction'
import { plainName } from './sensitive-names'

/**
 * What a token is, told by its own `typ` where that says it, else by the name it came under. An access token is one
 * wherever it stands, so that sent in the wrong place it shows no more than in the right one.
 */
export function kindOf(name: string, typ: unknown, token: string): TokenKind {
  const plain = plainName(name)
  const byType = typeof typ === 'string' ? kindByType(typ.toLowerCase().replace(/^application\//, '')) : null
  if (byType === 'access_token' || accessTokenNames.test(plain)) return 'access_token'
  if (token.includes('~') || plain === 'credential' || byType === 'credential') return 'credential'
  return byType ?? kindByName.get(plain) ?? 'other'
}

const accessTokenNames = /^(authorization|accesstoken|refreshtoken)$/

const kindByName: ReadonlyMap<string, TokenKind> = new Map([
  ['dpop', 'dpop'],
  ['oauthclientattestation', 'client_attestation'],
  ['oauthclientattestationpop', 'client_attestation_pop'],
  ['clientassertion', 'client_assertion'],
  ['jwt', 'proof_jwt'],
  ['attestation', 'key_attestation'],
  ['keyattestation', 'key_attestation'],
  ['request', 'request_object'],
])

/** RFC9449-4.2, OID4VCI-1FINALA-F.1, OID4VCI-1FINALA-D.1, RFC9068-2.1, RFC9101-10.8 */
function kindByType(typ: string): TokenKind | null {
  switch (typ) {
    case 'dpop+jwt':
      return 'dpop'
    case 'oauth-client-attestation+jwt':
      return 'client_attestation'
    case 'oauth-client-attestation-pop+jwt':
      return 'client_attestation_pop'
    case 'openid4vci-proof+jwt':
      return 'proof_jwt'
    case 'key-attestation+jwt':
    case 'keyattestation+jwt':
      return 'key_attestation'
    case 'oauth-authz-req+jwt':
      return 'request_object'
    case 'at+jwt':
      return 'access_token'
    case 'dc+sd-jwt':
    case 'vc+sd-jwt':
      return 'credential'
    default:
      return null
  }
}

import type { RequestContext } from '../../../engine/endpoints/request-context'
import { headerValues } from '../../../shared/http/exchange'
import { readParameters } from '../../../shared/http/read-form'
import { readJwt, verifyJwtSignature } from '../../../shared/jose/jwt'
import { digestOf } from '../../../shared/ports/digests'
import { laboratoryOf } from '../../../shared/ports/laboratory'
import type { Ports, Signer } from '../../../shared/ports/ports'
import type { OneTimeValue } from '../../../shared/ports/store-types'
import { isObject } from '../../../shared/values/json'

/** Facts of the access token of a request to a protected endpoint. */
export interface AccessTokenReading {
  /** `Authorization` values, counting repeated lines and comma-separated values. */
  readonly headerCount: number
  readonly scheme: string | null
  /** As sent; `null` if absent. */
  readonly token: string | null
  readonly inQuery: boolean
  readonly inBody: boolean
  readonly state:
    | 'absent'
    | 'malformed'
    | 'bad_signature'
    | 'unknown'
    | 'other_issuer'
    | 'expired'
    | 'revoked'
    | 'alive'
  /** `null` if unreadable. */
  readonly jwt: AccessTokenJwt | null
  /** Stored row, even if no longer valid; `null` if unknown. */
  readonly value: OneTimeValue | null
}

interface AccessTokenJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signature: 'valid' | 'invalid' | 'unchecked'
}

/**
 * Reads the access token of a request. `body` is the parsed JSON body, to detect a token in it.
 * @see RFC6750-2, RFC9449-7.1
 */
export async function readAccessToken(context: RequestContext, body: unknown): Promise<AccessTokenReading> {
  const values = headerValues(context.exchange, 'authorization')
  const [, scheme = null, token = null] = /^(\S+)(?:\s+(\S.*))?$/.exec((values[0] ?? '').trim()) ?? []
  return {
    headerCount: values.length,
    scheme,
    token,
    inQuery: readParameters(context.exchange.query ?? '').sent('access_token'),
    inBody: isObject(body) && 'access_token' in body,
    ...(token === null
      ? { state: values.length === 0 ? 'absent' : 'malformed', jwt: null, value: null }
      : await findAccessToken(token, context)),
  }
}

/** What is known of a text that may be an access token; only with a valid signature it names a session. */
export async function findAccessToken(
  token: string,
  context: RequestContext,
): Promise<Pick<AccessTokenReading, 'state' | 'jwt' | 'value'>> {
  const { exchange, issuer, ports } = context
  const read = readJwt(token)
  if (!read.readable) return { state: 'malformed', jwt: null, value: null }
  const { header, claims } = read
  if (typeof claims.jti !== 'string')
    return { state: 'malformed', jwt: { header, claims, signature: 'unchecked' }, value: null }
  const value = await ports.store.oneTimeValue('access_token', digestOf(claims.jti, ports.sha256))
  // Verify with the issuing issuer's key, so that another issuer's token is distinguished from a forgery.
  const issuerId = value?.issuerId ?? issuer?.id
  // Outside an issuer's URLs, an unknown token may be anybody's.
  if (issuerId === undefined) return { state: 'unknown', jwt: { header, claims, signature: 'unchecked' }, value: null }
  const signer = accessTokenSigner(issuerId, ports)
  const valid = await verifyJwtSignature({
    jwt: read,
    jwk: signer.publicJwk,
    algorithms: ['ES256'],
    verifySignature: ports.verifySignature,
  })
  const jwt: AccessTokenJwt = { header, claims, signature: valid ? 'valid' : 'invalid' }
  if (!valid) return { state: 'bad_signature', jwt, value: null }
  if (value === null) return { state: 'unknown', jwt, value }
  if (value.issuerId !== issuer?.id) return { state: 'other_issuer', jwt, value }
  if (value.revokedAt !== null) return { state: 'revoked', jwt, value }
  return { state: value.expiresAt <= exchange.at ? 'expired' : 'alive', jwt, value }
}

function accessTokenSigner(issuerId: string, ports: Pick<Ports, 'issuerKeys' | 'laboratoryKeys'>): Signer {
  const laboratory = laboratoryOf(issuerId)
  return laboratory === null ? ports.issuerKeys(issuerId).accessToken : ports.laboratoryKeys.accessToken(laboratory)
}

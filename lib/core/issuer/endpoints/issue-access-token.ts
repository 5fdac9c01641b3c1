import { type MadeJwt, makeJwt } from '../../ground/jose/jwt'
import { digestOf } from '../../ground/ports/digests'
import type { IssuanceSession, OneTimeValue } from '../../ground/ports/store-types'
import { addSeconds, toEpochSeconds } from '../../ground/time/time'
import type { IssuerContext } from '../configurations/issuer-in-play'

/** `client_id` for a request that names none; RFC 9068 section 2.2 requires the claim. */
const anonymousClient = 'urn:capture:anonymous'

/**
 * Issues a DPoP-bound access token (`at+jwt`) and the row to store for it; the token itself is never stored.
 * @see RFC9449-6.1
 */
export function issueAccessToken(input: {
  readonly session: IssuanceSession
  readonly clientId: string | null
  readonly scope: string
  readonly jkt: string
  /** Digest of the code that was redeemed for the token, so that a replay of the code can revoke it. */
  readonly parent: string
  readonly context: IssuerContext
}): { readonly accessToken: MadeJwt; readonly value: OneTimeValue } {
  const { session, context, jkt, scope, clientId, parent } = input
  const { exchange, issuer, ports } = context
  const { access_token_seconds: ttlSeconds } = issuer.options
  const signer = issuer.keys.accessToken
  const jti = ports.uuid()
  const accessToken = makeJwt({
    header: { typ: 'at+jwt', kid: signer.kid },
    claims: {
      iss: issuer.authorizationServer,
      aud: issuer.identifier,
      sub: digestOf(session.sessionId, ports.sha256),
      client_id: clientId ?? anonymousClient,
      scope,
      iat: toEpochSeconds(exchange.at),
      exp: toEpochSeconds(exchange.at) + ttlSeconds,
      jti,
      cnf: { jkt },
    },
    signer,
  })
  return {
    accessToken,
    value: {
      kind: 'access_token',
      digest: digestOf(jti, ports.sha256),
      issuerId: issuer.id,
      sessionId: session.sessionId,
      exchangeId: exchange.id,
      parent,
      expiresAt: addSeconds(exchange.at, ttlSeconds),
      consumedAt: null,
      revokedAt: null,
      data: { jkt, scope, client_id: clientId, credential_configuration_id: session.credentialConfigurationId },
    },
  }
}

import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import { digestRow, oneTimeRow, randomValue } from '../../engine/endpoints/one-time'
import { type MadeJwt, makeJwt } from '../../shared/jose/jwt'
import { digestOf } from '../../shared/ports/digests'
import type { IssuanceSession, OneTimeValue } from '../../shared/ports/store-types'
import { addSeconds, toEpochSeconds } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { laterOfferData } from '../read/later-offer'
import { credentialIdentifiers } from '../read/oauth/authorization-details'
import { type RefreshFacts, refreshFactsToData } from '../read/token/refresh'
import type { TokenReading } from '../read/token/token-reading'
import { methodName } from './oauth/request-events'

/** `client_id` for requests without one; RFC 9068 section 2.2 requires the claim. */
const anonymousClient = 'urn:capture:anonymous'

/**
 * Issues a DPoP-bound access token (`at+jwt`) and the row to store; the token itself is never stored.
 * @see RFC9449-6.1
 */
export function issueAccessToken(input: {
  readonly session: IssuanceSession
  readonly clientId: string | null
  readonly scope: string
  readonly jkt: string
  /** Digest of the redeemed code, so that a replay of the code can revoke the token. */
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

/** Additions to a token response with a refresh token. */
interface RefreshTokenGiven {
  readonly member: { readonly refresh_token?: string }
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

const nothing: RefreshTokenGiven = { member: {}, events: [], effects: [] }

/**
 * Issues a refresh token if the issuer has them, bound to the DPoP key and, for an attested client, to its instance.
 * Never outlives the issuer.
 * @see RFC6749-5.1, RFC9449-5, ABCA-10.3
 */
export function giveRefreshToken(
  { client }: TokenReading,
  given: Pick<RefreshFacts, 'family' | 'clientId' | 'details' | 'jkt' | 'scope'> & {
    readonly session: IssuanceSession
  },
  context: IssuerContext,
): RefreshTokenGiven {
  const { refresh } = context.issuer.options
  if (refresh === null) return nothing
  const { session, family, ...facts } = given
  const secret = randomValue(context)
  const left =
    session.laboratory === undefined ? Number.POSITIVE_INFINITY : session.laboratory.until - context.exchange.at
  const ttlSeconds = Math.min(refresh.lifetime_seconds, Math.floor(left / 1000))
  const data = refreshFactsToData({
    ...facts,
    method: methodName(client),
    instance: client.attestation?.attestation?.cnf.thumbprint ?? null,
    challengeDigest: client.attestation?.challengeDigest ?? null,
  })
  const value = oneTimeRow(context, {
    kind: 'refresh_token',
    value: secret,
    sessionId: session.sessionId,
    parent: family,
    ttlSeconds,
    data: { ...data, ...laterOfferData(session) },
  })
  return {
    member: { refresh_token: secret },
    events: [{ type: 'refresh_token_issued', detail: { expires_in: ttlSeconds, rotation: refresh.rotation } }],
    effects: [{ type: 'grant', value, secret }],
  }
}

/** Revokes all tokens derived from one code. RFC9700-4.14.2, RFC6749-4.1.2 */
export const revokeFamily = (family: string): DecidedEffect[] => [
  { type: 'revoke', kind: 'access_token', parent: family },
  { type: 'revoke', kind: 'refresh_token', parent: family },
]

/** Datasets in a token response, and effects that store them. */
interface GivenIdentifiers {
  /** `authorization_details` of the token response. OID4VCI-1FINAL-6.2 */
  readonly details: JsonObject[]
  readonly count: number
  /** Empty after the first token response of a grant. */
  readonly effects: readonly DecidedEffect[]
}

/**
 * Issues the `credential_identifiers` of a grant; `null` if the issuer has none.
 * @param grant digest of the redeemed code
 * @param asked whether the wallet used `authorization_details`
 */
export function giveIdentifiers(
  { session, grant, asked }: { readonly session: IssuanceSession; readonly grant: string; readonly asked: boolean },
  context: IssuerContext,
): GivenIdentifiers | null {
  const { issuer, ports, exchange } = context
  const { credential_identifiers: when, datasets, access_token_seconds: seconds } = issuer.options
  if (!issuer.readsAuthorizationDetails || when === 'never' || (when === 'on_request' && !asked)) return null
  const { credentialConfigurationId: configurationId, sessionId } = session
  const identifiers = credentialIdentifiers({ grant, configurationId, datasets }, ports.keyedHash)
  const expiresAt = issuer.session?.laboratory?.until ?? addSeconds(exchange.at, seconds)
  return {
    details: [
      {
        type: 'openid_credential',
        credential_configuration_id: configurationId,
        credential_identifiers: identifiers,
      },
    ],
    count: identifiers.length,
    effects: identifiers.map((identifier, index) => ({
      type: 'grant',
      secret: identifier,
      value: digestRow(context, {
        kind: 'credential_identifier',
        digest: digestOf(identifier, ports.sha256),
        sessionId,
        parent: grant,
        expiresAt,
        data: { credential_configuration_id: configurationId, dataset: index + 1 },
      }),
    })),
  }
}

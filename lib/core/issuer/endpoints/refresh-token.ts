import type { DecidedEffect, EventDraft } from '../../engine/endpoints/endpoint'
import { oneTimeRow, randomValue } from '../../engine/endpoints/one-time'
import type { IssuanceSession } from '../../ground/ports/store-types'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { laterOfferData } from '../read/later-offer'
import { type RefreshFacts, refreshFactsToData } from '../read/token/refresh-facts'
import type { TokenReading } from '../read/token/token-reading'
import { methodName } from './oauth/client-authentication/client-authentication-events'

/** What a token response that gives a refresh token adds. */
interface RefreshTokenGiven {
  readonly member: { readonly refresh_token?: string }
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

const nothing: RefreshTokenGiven = { member: {}, events: [], effects: [] }

/**
 * Gives a refresh token with an access token, if the issuer gives any: bound to the DPoP key, and to the instance of the
 * client if it is attested. It lives no longer than the issuer.
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

/** Revokes every token that goes back to one code. RFC9700-4.14.2, RFC6749-4.1.2 */
export const revokeFamily = (family: string): DecidedEffect[] => [
  { type: 'revoke', kind: 'access_token', parent: family },
  { type: 'revoke', kind: 'refresh_token', parent: family },
]

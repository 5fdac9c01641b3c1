import type { FormReading } from '../../../ground/http/read-form'
import { digestOf } from '../../../ground/ports/digests'
import type { OneTimeValue, StoredEvent } from '../../../ground/ports/store-types'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { lostWithRestart } from '../lost-with-restart'
import type { ClientAuthenticationReading } from '../oauth/client-authentication/client-authentication-reading'
import { codeId } from './code-id'
import { type RefreshFacts, refreshFactsOf } from './refresh-facts'

/** The stored state of a refresh token. `used`: a later one has taken its place. */
export type RefreshTokenReading =
  | { readonly state: 'absent' | 'unknown' }
  | {
      readonly state: 'alive' | 'used' | 'revoked' | 'expired' | 'other_issuer'
      readonly value: OneTimeValue
      /** The response with the token that took its place may have got lost with a restart of this service. */
      readonly replacementLost?: true
    }

/** A request of the refresh token grant, compared with what its token is bound to. RFC6749-6 */
export interface RefreshReading {
  readonly token: RefreshTokenReading
  /** `null` unless the token is valid here: another one may belong to someone else. */
  readonly facts: RefreshFacts | null
  /** The `scope` parameter. */
  readonly scope: string | null
  /** Digest of the challenge that the proof of possession answers; `null` without one, and where none is asked for. */
  readonly challengeDigest: string | null
}

/** Looks a refresh token up and classifies it. */
export async function findRefreshToken(
  { body }: FormReading,
  { exchange, issuer, ports }: IssuerContext,
): Promise<RefreshTokenReading> {
  const token = body.get('refresh_token')
  if (token === null) return { state: 'absent' }
  const value = await ports.store.oneTimeValue('refresh_token', digestOf(token, ports.sha256))
  if (value === null) return { state: 'unknown' }
  if (value.issuerId !== issuer.id) return { state: 'other_issuer', value }
  if (value.consumedAt !== null) return { state: 'used', value }
  if (value.revokedAt !== null) return { state: 'revoked', value }
  return { state: value.expiresAt <= exchange.at ? 'expired' : 'alive', value }
}

/** A wallet that never got the newer token has no other one to send than the one that it replaced. */
function isReplacementLost(value: OneTimeValue, events: readonly StoredEvent[], { ports }: IssuerContext): boolean {
  const lost = lostWithRestart(events, ports)
  return (
    lost !== null &&
    events.some(
      ({ type, detail, exchangeId }) =>
        type === 'token_refreshed' && exchangeId === lost && detail.replaced_token_id === codeId(value),
    )
  )
}

/** Compares a request with what its token is bound to. */
export const readRefresh = (
  token: RefreshTokenReading,
  { body }: FormReading,
  {
    client: { attestation },
    events,
  }: { readonly client: ClientAuthenticationReading; readonly events: readonly StoredEvent[] },
  context: IssuerContext,
): RefreshReading => ({
  token:
    token.state === 'used' && isReplacementLost(token.value, events, context)
      ? { ...token, replacementLost: true }
      : token,
  facts: token.state === 'alive' ? refreshFactsOf(token.value) : null,
  scope: body.get('scope'),
  challengeDigest: attestation === null || attestation.challenge === null ? null : attestation.challengeDigest,
})

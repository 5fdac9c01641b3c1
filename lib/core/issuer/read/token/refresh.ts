import type { FormReading } from '../../../shared/http/read-form'
import { digestOf } from '../../../shared/ports/digests'
import type { OneTimeValue, StoredEvent } from '../../../shared/ports/store-types'
import type { JsonObject } from '../../../shared/values/json'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { lostWithRestart } from '../lost-with-restart'
import { codeId } from '../oauth/authorization'
import type { ClientAuthenticationReading } from '../oauth/client-authentication/client-authentication-reading'

/** Grant and bindings of a refresh token. No secrets. */
export interface RefreshFacts {
  /** Digest of the original code, which a replay revokes. RFC9700-4.14.2 */
  readonly family: string
  /** `null` for an anonymous client. */
  readonly clientId: string | null
  /** The client's authentication method. */
  readonly method: string
  /** Thumbprint of the attested key; `null` without one. ABCA-10.3 */
  readonly instance: string | null
  /** Thumbprint of the DPoP key. RFC9449-5 */
  readonly jkt: string
  readonly scope: string
  /** True if the wallet used `authorization_details`. */
  readonly details: boolean
  /** Digest of the challenge in its attestation PoP; `null` without one. */
  readonly challengeDigest: string | null
}

/** Serializes the facts for a row. */
export const refreshFactsToData = (facts: Omit<RefreshFacts, 'family'>): JsonObject => ({
  client_id: facts.clientId,
  method: facts.method,
  instance: facts.instance,
  jkt: facts.jkt,
  scope: facts.scope,
  details: facts.details,
  challenge_digest: facts.challengeDigest,
})

/** Reads the facts back from a row of `refreshFactsToData`. */
const refreshFactsOf = ({ data, parent }: OneTimeValue): RefreshFacts => ({
  family: parent ?? '',
  clientId: text(data.client_id),
  method: text(data.method) ?? 'none',
  instance: text(data.instance),
  jkt: text(data.jkt) ?? '',
  scope: text(data.scope) ?? '',
  details: data.details === true,
  challengeDigest: text(data.challenge_digest),
})

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Stored state of a refresh token. `used`: replaced by a later one. */
export type RefreshTokenReading =
  | { readonly state: 'absent' | 'unknown' }
  | {
      readonly state: 'alive' | 'used' | 'revoked' | 'expired' | 'other_issuer'
      readonly value: OneTimeValue
      /** The response with the replacement may have been lost in a restart. */
      readonly replacementLost?: true
    }

/** A refresh request compared with its token's bindings. RFC6749-6 */
export interface RefreshReading {
  readonly token: RefreshTokenReading
  /** `null` unless the token is valid here, since it may belong to someone else. */
  readonly facts: RefreshFacts | null
  /** The `scope` parameter. */
  readonly scope: string | null
  /** Digest of the PoP's challenge; `null` without one, or if none is required. */
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

/** A wallet that never got the replacement has only the old token to send. */
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

/** Compares a refresh request with its token's bindings. */
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

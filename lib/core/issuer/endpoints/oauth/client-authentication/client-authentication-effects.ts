import type { DecidedEffect } from '../../../../engine/endpoints/endpoint'
import type { SessionId } from '../../../../ground/ports/ids'
import type { OneTimeKind, OneTimeValue } from '../../../../ground/ports/store-types'
import { assertionMemorySeconds } from '../../../../ground/time/lifetimes'
import { addSeconds, type EpochMillis } from '../../../../ground/time/time'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import type { ClientAuthenticationReading } from '../../../read/oauth/client-authentication/client-authentication-reading'

/** How long wallet providers, subjects and keys are remembered to detect their reuse in other sessions. */
const memorySeconds = 30 * 24 * 3600

/**
 * Effects of a successful authentication: spends the `jti` of its JWT and remembers what tells sessions of one provider
 * apart. Leave them out if the request was refused because of the client or a nonce.
 */
export function clientAuthenticationEffects(
  { attestation, assertion }: ClientAuthenticationReading,
  sessionId: SessionId | null,
  { exchange, issuer }: IssuerContext,
): DecidedEffect[] {
  const value = (kind: OneTimeKind, digest: string, expiresAt: EpochMillis): OneTimeValue => ({
    kind,
    digest,
    issuerId: issuer.id,
    sessionId,
    exchangeId: exchange.id,
    parent: null,
    expiresAt,
    consumedAt: null,
    revokedAt: null,
    data: {},
  })
  const used = (kind: OneTimeKind, digest: string | null | undefined, validSeconds = 0): DecidedEffect[] => {
    const seconds = Math.min(Math.max(assertionMemorySeconds, validSeconds), memorySeconds)
    if (digest == null) return []
    return [{ type: 'grant', value: value(kind, digest, addSeconds(exchange.at, seconds)), secret: null }]
  }
  // RFC7523-3: the jti is kept for as long as the assertion would be accepted; for a PoP, iat bounds that.
  const exp = assertion?.jwt?.claims.exp
  const assertionSeconds = typeof exp === 'number' ? Math.ceil(exp - exchange.at / 1000) + 1 : 0
  const seen = (kind: OneTimeKind, digest: string | null | undefined): DecidedEffect[] =>
    digest == null ? [] : [{ type: 'remember', value: value(kind, digest, addSeconds(exchange.at, memorySeconds)) }]
  const history = attestation?.attestation?.history
  return [
    ...used('attestation_pop_jti', attestation?.pop?.jtiDigest),
    ...used('client_assertion_jti', assertion?.jtiDigest, assertionSeconds),
    ...seen('attestation_provider', history?.providerDigest),
    ...seen('attestation_subject', history?.subjectDigest),
    ...(history?.keyDigests ?? []).flatMap((digest) => seen('attestation_key', digest)),
  ]
}

import type { DecidedEffect } from '../../../../engine/endpoints/endpoint'
import type { SessionId } from '../../../../ground/ports/ids'
import type { OneTimeKind, OneTimeValue } from '../../../../ground/ports/store-types'
import { assertionMemorySeconds } from '../../../../ground/time/durations'
import { addSeconds } from '../../../../ground/time/time'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import type { ClientAuthenticationReading } from '../../../read/oauth/client-authentication/client-authentication-reading'
import { refusedDigest } from '../../../read/oauth/client-authentication/read-jti-history'

/** How long wallet providers, subjects and keys are remembered to detect their reuse in other sessions. */
const memorySeconds = 30 * 24 * 3600

/** What is remembered of a request, at an issuer. */
const rememberedAt =
  (sessionId: SessionId | null, { exchange, issuer }: IssuerContext) =>
  (kind: OneTimeKind, digest: string, seconds: number): OneTimeValue => ({
    kind,
    digest,
    issuerId: issuer.id,
    sessionId,
    exchangeId: exchange.id,
    parent: null,
    expiresAt: addSeconds(exchange.at, seconds),
    consumedAt: null,
    revokedAt: null,
    data: {},
  })

/** How long the `jti` of each JWT is kept: for as long as it would be taken. For a PoP, `iat` bounds that. RFC7523-3 */
function jtiSeconds(assertion: ClientAuthenticationReading['assertion'], { exchange }: IssuerContext): number {
  const exp = assertion?.jwt?.claims.exp
  const validSeconds = typeof exp === 'number' ? Math.ceil(exp - exchange.at / 1000) + 1 : 0
  return Math.min(Math.max(assertionMemorySeconds, validSeconds), memorySeconds)
}

/**
 * Effects of a successful authentication: spends the `jti` of its JWT and remembers what tells sessions of one provider
 * apart. Where the request was refused because of the client or a nonce, `refusedClientEffects` has them.
 */
export function clientAuthenticationEffects(
  { attestation, assertion }: ClientAuthenticationReading,
  sessionId: SessionId | null,
  context: IssuerContext,
): DecidedEffect[] {
  const value = rememberedAt(sessionId, context)
  const used = (kind: OneTimeKind, digest: string | null | undefined, seconds: number): DecidedEffect[] =>
    digest == null ? [] : [{ type: 'grant', value: value(kind, digest, seconds), secret: null }]
  const seen = (kind: OneTimeKind, digest: string | null | undefined): DecidedEffect[] =>
    digest == null ? [] : [{ type: 'remember', value: value(kind, digest, memorySeconds) }]
  const history = attestation?.attestation?.history
  return [
    ...used('attestation_pop_jti', attestation?.pop?.jtiDigest, assertionMemorySeconds),
    ...used('client_assertion_jti', assertion?.jtiDigest, jtiSeconds(assertion, context)),
    ...seen('attestation_provider', history?.providerDigest),
    ...seen('attestation_subject', history?.subjectDigest),
    ...(history?.keyDigests ?? []).flatMap((digest) => seen('attestation_key', digest)),
  ]
}

/**
 * Effects of a request that was refused because of the client or a nonce: remembers that the `jti` of its JWT was seen, if
 * that is validly signed, so that the same JWT in the next request is told from a new one.
 * @see ABCA-12.1
 */
export function refusedClientEffects(
  { attestation, assertion }: ClientAuthenticationReading,
  sessionId: SessionId | null,
  context: IssuerContext,
): DecidedEffect[] {
  const value = rememberedAt(sessionId, context)
  const pop = attestation?.pop
  const seen = (kind: OneTimeKind, digest: string | null, seconds: number): DecidedEffect[] =>
    digest === null
      ? []
      : [{ type: 'remember', value: value(kind, refusedDigest(digest, context.ports.sha256), seconds) }]
  return [
    ...(pop?.signature === 'valid' ? seen('attestation_pop_jti', pop.jtiDigest, assertionMemorySeconds) : []),
    ...(assertion?.jwt?.signature === 'valid'
      ? seen('client_assertion_jti', assertion.jtiDigest, jtiSeconds(assertion, context))
      : []),
  ]
}

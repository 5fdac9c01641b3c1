import type { Concern } from '../../../engine/checks/check'
import type { DecidedEffect } from '../../../engine/endpoints/decided'
import type { HeaderField } from '../../../shared/http/exchange'
import { jsonReply } from '../../../shared/http/reply'
import type { CheckId } from '../../../shared/ports/check-id'
import type { ErrorCode } from '../../../shared/ports/errors'
import type { JudgedFinding } from '../../../shared/ports/finding'
import type { SessionId } from '../../../shared/ports/ids'
import type { OneTimeKind, OneTimeValue } from '../../../shared/ports/store-types'
import { assertionMemorySeconds } from '../../../shared/time/durations'
import { addSeconds } from '../../../shared/time/time'
import { issuanceCheck } from '../../checks'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import {
  asksForChallenge,
  challengeSeconds,
  newAttestationChallenge,
  servesOnce,
} from '../../read/oauth/client-authentication/attestation-challenge'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'
import { refusedDigest } from '../../read/oauth/client-authentication/read-jti-history'
import { judgedByIssuer } from '../issuer-endpoint'
import { unitStatusEffects } from '../wallet-unit-evidence'

/** A header with a fresh challenge if the request was refused for lack of one; otherwise none. ABCA-8.1 */
export const challengeHeader = (error: ErrorCode, { exchange, issuer, ports }: IssuerContext): HeaderField[] =>
  error === 'use_attestation_challenge'
    ? [
        [
          'OAuth-Client-Attestation-Challenge',
          newAttestationChallenge({
            issuer: issuer.id,
            now: exchange.at,
            keyedHash: ports.keyedHash,
            random: ports.random,
          }),
        ],
      ]
    : []

/**
 * `POST /issuers/{id}/challenge`: a challenge for the proof of possession of a wallet attestation, for any caller. 404
 * if challenges are switched off. ABCA-8
 */
export const challengeEndpoint = judgedByIssuer<null>({
  read: () => Promise.resolve(null),
  checks: () => [],
  decide: (_reading, _findings, { exchange, issuer, ports, settings }) => {
    const nothing = { sessionId: issuer.session?.sessionId ?? null, events: [], effects: [] }
    if (!asksForChallenge({ issuer, settings })) {
      const description = 'This installation issues no challenges.'
      return { ...nothing, reply: jsonReply(404, { error: 'not_found', error_description: description }) }
    }
    const challenge = newAttestationChallenge({
      issuer: issuer.id,
      now: exchange.at,
      keyedHash: ports.keyedHash,
      random: ports.random,
    })
    return {
      ...nothing,
      reply: jsonReply(200, { attestation_challenge: challenge }),
      handedOut: [{ secret: challenge, expiresAt: addSeconds(exchange.at, challengeSeconds) }],
    }
  },
})

/** How long wallet providers, subjects, keys and status entries are remembered, to detect reuse in other sessions. */
const memorySeconds = 30 * 24 * 3600

/** Builds a remembered value scoped to an issuer. */
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

/** How long a `jti` is kept: while its JWT would be accepted. `iat` bounds that for a PoP. RFC7523-3 */
function jtiSeconds(assertion: ClientAuthenticationReading['assertion'], { exchange }: IssuerContext): number {
  const exp = assertion?.jwt?.claims.exp
  const validSeconds = typeof exp === 'number' ? Math.ceil(exp - exchange.at / 1000) + 1 : 0
  return Math.min(Math.max(assertionMemorySeconds, validSeconds), memorySeconds)
}

/**
 * Effects of successful authentication: spends the JWT's `jti` and remembers what distinguishes sessions of one
 * provider. For requests refused over the client or a nonce see `refusedClientEffects`.
 */
export function clientAuthenticationEffects(
  { attestation, assertion, unitStatus }: ClientAuthenticationReading,
  sessionId: SessionId | null,
  context: IssuerContext,
): DecidedEffect[] {
  const value = rememberedAt(sessionId, context)
  const used = (kind: OneTimeKind, digest: string | null | undefined, seconds: number): DecidedEffect[] =>
    digest == null ? [] : [{ type: 'grant', value: value(kind, digest, seconds), secret: null }]
  const remembered = (kind: OneTimeKind, digest: string, seconds: number): DecidedEffect => ({
    type: 'remember',
    value: value(kind, digest, seconds),
  })
  const seen = (kind: OneTimeKind, digest: string | null | undefined): DecidedEffect[] =>
    digest == null ? [] : [remembered(kind, digest, memorySeconds)]
  const history = attestation?.attestation?.history
  const answered =
    attestation === null || attestation.challenge === null || attestation.challengeDigest === null
      ? []
      : servesOnce(context.issuer)
        ? used('answered_challenge', attestation.challengeDigest, challengeSeconds)
        : [remembered('answered_challenge', attestation.challengeDigest, challengeSeconds)]
  return [
    ...answered,
    ...used('attestation_pop_jti', attestation?.pop?.jtiDigest, assertionMemorySeconds),
    ...used('client_assertion_jti', assertion?.jtiDigest, jtiSeconds(assertion, context)),
    ...unitStatusEffects(unitStatus, context),
    ...seen('attestation_provider', history?.providerDigest),
    ...seen('attestation_subject', history?.subjectDigest),
    ...(history?.key?.digests ?? []).flatMap((digest) => seen('attestation_key', digest)),
    ...(history?.status?.digests ?? []).flatMap((digest) => seen('attestation_status', digest)),
  ]
}

/**
 * Effects of a request refused over the client or a nonce: remembers the `jti` of a validly signed JWT, so that reuse
 * in the next request shows.
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

/** True if a refusing finding casts doubt on the concern. */
export const inDoubt = (concern: Concern, findings: readonly JudgedFinding[]): boolean =>
  findings.some(({ id, error }) => error !== null && isAbout(concern, id))

/** True if the client is not certain. Covers the DPoP proof where it is the client's proof of possession. ABCA10-7.3 */
export const clientInDoubt = (
  { attestation }: Pick<ClientAuthenticationReading, 'attestation'>,
  findings: readonly JudgedFinding[],
): boolean =>
  inDoubt('client', findings) ||
  (attestation !== null && attestation.combined !== null && inDoubt('dpop_proof', findings))

/** True if a violation of the check casts doubt on the concern. */
export const isAbout = (concern: Concern, checkId: CheckId): boolean =>
  issuanceCheck(checkId)?.concerns?.includes(concern) ?? false

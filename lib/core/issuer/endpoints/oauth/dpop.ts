import type { DecidedEffect } from '../../../engine/endpoints/decided'
import { type Refusal, refusalReply } from '../../../engine/endpoints/refusal'
import type { HeaderField, Reply } from '../../../shared/http/exchange'
import { type ErrorCode, errorStatus } from '../../../shared/ports/errors'
import type { JudgedFinding } from '../../../shared/ports/finding'
import type { ExchangeId, SessionId } from '../../../shared/ports/ids'
import type { KeyedHash } from '../../../shared/ports/ports'
import type { OneTimeKind, OneTimeValue } from '../../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../../shared/time/time'
import { currentDpopNonce, type DpopRole } from '../../read/oauth/dpop/dpop-nonce'
import type { DpopNoncePolicy, DpopReading } from '../../read/oauth/dpop/dpop-reading'
import type { AccessTokenReading } from '../../read/oauth/read-access-token'
import { inDoubt } from './client-authentication'

/** The `DPoP-Nonce` response header; none under policy `off`. RFC9449-8 */
export function dpopNonceHeaders(input: {
  readonly policy: DpopNoncePolicy
  readonly issuer: string
  readonly role: DpopRole
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}): HeaderField[] {
  return input.policy === 'off' ? [] : [['DPoP-Nonce', currentDpopNonce(input)]]
}

/** Challenge of a 401. `error` is `null` for a request without credentials (RFC 6750 section 3.1). RFC9449-7.1 */
export const dpopChallenge = (error: ErrorCode | null, algorithms: readonly string[]): HeaderField => [
  'WWW-Authenticate',
  error === null ? `DPoP algs="${algorithms.join(' ')}"` : `DPoP error="${error}", algs="${algorithms.join(' ')}"`,
]

/** How long a spent `jti` is remembered: longer than the accepted `iat` window. */
const jtiMemorySeconds = 600

/** How long a DPoP key is remembered, to detect reuse in another session. */
const keyMemorySeconds = 30 * 24 * 3600

/**
 * Effects of a valid proof: spends its `jti` and remembers its key. None if a DPoP check refuses, including nonce
 * challenges, which spend nothing (RFC 9449 section 8). The `jti` is granted, not remembered, so of two parallel uses
 * one loses the race and is decided again as a replay.
 */
export function dpopEffects({
  reading,
  findings,
  issuerId,
  exchangeId,
  sessionId,
}: {
  readonly reading: DpopReading
  readonly findings: readonly JudgedFinding[]
  readonly issuerId: string
  readonly exchangeId: ExchangeId
  readonly sessionId: SessionId | null
}): DecidedEffect[] {
  const { proof, now } = reading
  const refused = inDoubt('dpop_proof', findings)
  if (proof?.signature !== 'valid' || proof.jtiDigest === null || proof.keyDigest === null || refused) return []
  const value = (
    kind: OneTimeKind,
    digest: string,
    expiresAt: EpochMillis,
    parent: string | null = null,
  ): OneTimeValue => ({
    kind,
    digest,
    issuerId,
    sessionId,
    exchangeId,
    parent,
    expiresAt,
    consumedAt: null,
    revokedAt: null,
    data: {},
  })
  const jti = value('dpop_jti', proof.jtiDigest, addSeconds(now, jtiMemorySeconds))
  const until = addSeconds(now, keyMemorySeconds)
  const key =
    proof.keyAgainDigest === undefined
      ? value('dpop_key', proof.keyDigest, until)
      : value('dpop_key', proof.keyAgainDigest, until, proof.keyDigest)
  return [
    { type: 'grant', value: jti, secret: null },
    // Keys are compared across sessions, so a request without a session is not remembered.
    ...(sessionId === null ? [] : [{ type: 'remember', value: key } as const]),
  ]
}

/** Protected resources send nonce challenges with a 401 too (RFC 9449 section 9). */
const statusOf = (error: ErrorCode): number => (error === 'use_dpop_nonce' ? 401 : errorStatus[error])

/**
 * Refusal by a protected resource, with its challenge. A request without credentials gets a challenge without error
 * code (RFC 6750 section 3.1). `nonce`: DPoP nonce headers, sent if a nonce is required.
 */
export function refuseProtected({
  refusal,
  baseUrl,
  accessToken,
  dpop,
  nonce,
}: {
  readonly refusal: Refusal
  readonly baseUrl: string
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly nonce: readonly HeaderField[]
}): { readonly reply: Reply; readonly status: number } {
  const status = statusOf(refusal.error)
  const headers: HeaderField[] = [
    ...(status === 401 ? [dpopChallenge(accessToken.headerCount === 0 ? null : refusal.error, dpop.algorithms)] : []),
    ...(refusal.error === 'use_dpop_nonce' ? nonce : []),
  ]
  return { reply: refusalReply({ refusal, baseUrl, status, headers }), status }
}

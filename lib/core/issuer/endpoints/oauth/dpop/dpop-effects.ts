import type { DecidedEffect } from '../../../../engine/endpoints/endpoint'
import type { JudgedFinding } from '../../../../ground/ports/finding'
import type { ExchangeId, SessionId } from '../../../../ground/ports/ids'
import type { OneTimeKind, OneTimeValue } from '../../../../ground/ports/store-types'
import { addSeconds, type EpochMillis } from '../../../../ground/time/time'
import type { DpopReading } from '../../../read/oauth/dpop/dpop-reading'
import { inDoubt } from '../../in-doubt'

/** How long a spent `jti` is remembered: longer than the accepted window of `iat`. */
const jtiMemorySeconds = 600
/** How long a DPoP key is remembered to detect its reuse in another session. */
const keyMemorySeconds = 30 * 24 * 3600

/**
 * Effects of a good proof: spends its `jti` and remembers its key. None if a DPoP check called for a refusal; that
 * includes a nonce challenge, which spends nothing (RFC 9449 section 8). The `jti` is granted, not remembered, so that
 * of two parallel uses one loses the race and is decided again as a replay.
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
  const value = (kind: OneTimeKind, digest: string, expiresAt: EpochMillis): OneTimeValue => ({
    kind,
    digest,
    issuerId,
    sessionId,
    exchangeId,
    parent: null,
    expiresAt,
    consumedAt: null,
    revokedAt: null,
    data: {},
  })
  const jti = value('dpop_jti', proof.jtiDigest, addSeconds(now, jtiMemorySeconds))
  const key = value('dpop_key', proof.keyDigest, addSeconds(now, keyMemorySeconds))
  return [
    { type: 'grant', value: jti, secret: null },
    // The key is compared with the first session that used it, so it is remembered only with a session.
    ...(sessionId === null ? [] : [{ type: 'remember', value: key } as const]),
  ]
}

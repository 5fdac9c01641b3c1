import type { DecidedEffect } from '../../engine/endpoints/endpoint'
import { digestOf } from '../../ground/ports/digests'
import type { ExchangeId, SessionId } from '../../ground/ports/ids'
import type { Sha256 } from '../../ground/ports/ports'
import { addSeconds, type EpochMillis } from '../../ground/time/time'
import type { HolderKey } from '../read/proof/holder-keys'
import { eachProof, type ProofsReading } from '../read/proof/proofs-reading'

/** How long a holder key is remembered to detect its reuse in another session. */
const holderKeyMemorySeconds = 30 * 24 * 3600

/**
 * Effects of accepted proofs: spends their nonces (also that of a required key attestation) and remembers the keys that
 * got a credential. Of two parallel uses of one nonce, one loses the race and is decided again as a replay.
 */
export function proofEffects({
  reading,
  keys,
  issuerId,
  exchangeId,
  sessionId,
  now,
  sha256,
}: {
  readonly reading: ProofsReading
  /** The keys that credentials were issued to. */
  readonly keys: readonly HolderKey[]
  readonly issuerId: string
  readonly exchangeId: ExchangeId
  readonly sessionId: SessionId | null
  readonly now: EpochMillis
  readonly sha256: Sha256
}): DecidedEffect[] {
  const nonces = eachProof(reading).flatMap(({ nonce, keyAttestation }) => [
    nonce,
    keyAttestation?.conditions.demanded ? keyAttestation.jwt?.nonce : null,
  ])
  const digests = nonces.flatMap((nonce) => (nonce?.state === 'fresh' && nonce.digest !== null ? [nonce.digest] : []))
  return [
    ...[...new Set(digests)].map((digest): DecidedEffect => ({ type: 'consume', kind: 'c_nonce', digest })),
    ...keys.map(
      ({ thumbprint }): DecidedEffect => ({
        type: 'remember',
        value: {
          kind: 'holder_key',
          digest: digestOf(thumbprint, sha256),
          issuerId,
          sessionId,
          exchangeId,
          parent: null,
          expiresAt: addSeconds(now, holderKeyMemorySeconds),
          consumedAt: null,
          revokedAt: null,
          data: {},
        },
      }),
    ),
  ]
}

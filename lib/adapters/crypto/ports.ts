import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Digest, KeyedHash, Random, Sha256 } from '@/lib/core/ports'

/** SHA-256 of bytes or of the UTF-8 of a text. */
export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest()

const nodeNames = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' } as const

/** A digest by its registered name, of bytes or of the UTF-8 of a text. */
export const digest: Digest = (algorithm, data) => createHash(nodeNames[algorithm]).update(data).digest()

/** Unpredictable bytes from the operating system. */
export const random: Random = (bytes) => randomBytes(bytes)

/**
 * HMAC-SHA-256 under the installation's key. Each purpose has a key of its own, derived from that one, so that no pair
 * of purpose and data gives the value of another pair.
 */
export const keyedHash =
  (installationKey: Uint8Array): KeyedHash =>
  (purpose, data) =>
    createHmac('sha256', createHmac('sha256', installationKey).update(purpose).digest()).update(data).digest()

import { toBase64url, toHex } from '../values/base64url'
import type { KeyedHash, Sha256 } from './ports'

/** The stored form of a one-time value: its SHA-256, base64url. */
export const digestOf = (value: string, sha256: Sha256): string => toBase64url(sha256(value))

/**
 * A keyed digest (16 hexadecimal characters) that identifies a value within this installation only: services that
 * compare their records learn nothing.
 */
export const fingerprintOf = (value: string, { keyedHash }: { readonly keyedHash: KeyedHash }): string =>
  toHex(keyedHash('fingerprint', value).subarray(0, 8))

import { toBase64url, toHex } from '../values/base64url'
import type { KeyedHash, Sha256 } from './ports'

/** What is stored of a one-time value: its SHA-256, base64url. */
export const digestOf = (value: string, sha256: Sha256): string => toBase64url(sha256(value))

/**
 * What shows the same value again in this installation and nowhere else: a keyed digest, 16 hexadecimal characters. Two
 * services that compare what they keep learn nothing by it.
 */
export const fingerprintOf = (value: string, { keyedHash }: { readonly keyedHash: KeyedHash }): string =>
  toHex(keyedHash('fingerprint', value).subarray(0, 8))

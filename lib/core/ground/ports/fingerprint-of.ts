import { toHex } from '../values/to-hex'
import type { KeyedHash } from './ports'

/**
 * What shows the same value again in this installation and nowhere else: a keyed digest, 16 hexadecimal characters. Two
 * services that compare what they keep learn nothing by it.
 */
export const fingerprintOf = (value: string, { keyedHash }: { readonly keyedHash: KeyedHash }): string =>
  toHex(keyedHash('fingerprint', value).subarray(0, 8))

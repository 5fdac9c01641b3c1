/** How large RSA keys may be: whoever sends the key chooses how long every check with it takes. */
export const rsaModulusBitsMax = 4096
export const rsaExponentBitsMax = 32

/**
 * Whether an exponent of a public RSA key can be one: with 1 every message is its own signature, and an even number has no
 * counterpart. RFC 8017 section 3.1
 */
export const isRsaExponent = (exponent: bigint): boolean => exponent >= 3n && exponent % 2n === 1n

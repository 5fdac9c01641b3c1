/** How large RSA keys may be: whoever sends the key chooses how long every check with it takes. */
export const rsaModulusBitsMax = 4096
export const rsaExponentBitsMax = 32

import { hash } from './hash'

/** The members that a thumbprint covers, in order. RFC 7638 section 3.2, RFC 8037 section 2. */
const required: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** RFC 7638 thumbprint of a public JWK, base64url; `null` when it is not a public key. Synchronous, for redaction. */
export function thumbprintOf(jwk: Readonly<Record<string, unknown>>): string | null {
  const names = typeof jwk.kty === 'string' ? required[jwk.kty] : undefined
  if (!names?.every((name) => typeof jwk[name] === 'string')) return null
  const canonical = JSON.stringify(Object.fromEntries(names.map((name) => [name, jwk[name]])))
  return hash('sha256', canonical).toString('base64url')
}

import { CompactEncrypt, importJWK } from 'jose'
import { utf8 } from '../base64url'

/**
 * Encrypts a text to a public key as compact JWE with ECDH-ES in direct mode. The header names the key where the key
 * has a `kid`. Rejects for a key or an `enc` that cannot be used: whoever calls has checked both.
 * @see OID4VCI-1FINAL-10, RFC7516-7.1
 */
export async function encryptJwe({
  plaintext,
  jwk,
  kid,
  enc,
}: {
  readonly plaintext: string
  readonly jwk: Readonly<Record<string, string>>
  readonly kid: string | null
  readonly enc: string
}): Promise<string> {
  const alg = 'ECDH-ES'
  const key = await importJWK({ ...jwk }, alg)
  return new CompactEncrypt(utf8(plaintext))
    .setProtectedHeader({ alg, enc, ...(kid === null ? {} : { kid }) })
    .encrypt(key)
}

import { CompactEncrypt, importJWK } from 'jose'
import { utf8 } from '../values/base64url'

interface EncryptJwe {
  readonly plaintext: string
  readonly jwk: Readonly<Record<string, string>>
  readonly kid: string | null
  readonly enc: string
  readonly alg?: string
  /** Further members of the protected header, e.g. `typ`. */
  readonly header?: Readonly<Record<string, string>>
}

/**
 * Encrypts a text to a public key as compact JWE, with ECDH-ES in direct mode by default. The header names the key
 * where the key has a `kid`. Rejects for a key or an `enc` that cannot be used: whoever calls has checked both.
 * @see OID4VCI-1FINAL-10, RFC7516-7.1
 */
export async function encryptJwe({
  plaintext,
  jwk,
  kid,
  enc,
  alg = 'ECDH-ES',
  header = {},
}: EncryptJwe): Promise<string> {
  const key = await importJWK({ ...jwk }, alg)
  return new CompactEncrypt(utf8(plaintext))
    .setProtectedHeader({ ...header, alg, enc, ...(kid === null ? {} : { kid }) })
    .encrypt(key)
}

/** True when `encryptJwe` will not reject this key, algorithm and `enc`. Tries it; never rejects. */
export const canEncryptJwe = (input: Omit<EncryptJwe, 'plaintext'>): Promise<boolean> =>
  encryptJwe({ ...input, plaintext: '' }).then(
    () => true,
    () => false,
  )

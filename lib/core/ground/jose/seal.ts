import { CompactEncrypt, compactDecrypt } from 'jose'
import { fromUtf8, utf8 } from '../values/base64url'

/** The key is used as it is, and the text cannot be changed unseen. RFC7518-4.5, RFC7518-5.3 */
const [alg, enc] = ['dir', 'A256GCM'] as const

/** Seals a text under a symmetric key of 32 bytes, as compact JWE. */
export const seal = ({ text, key }: { readonly text: string; readonly key: Uint8Array }): Promise<string> =>
  new CompactEncrypt(utf8(text)).setProtectedHeader({ alg, enc }).encrypt(key)

/** Opens what was sealed under the same key; `null` under another one, or for text that nobody sealed. Never rejects. */
export async function unseal({
  sealed,
  key,
}: {
  readonly sealed: string
  readonly key: Uint8Array
}): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [alg],
      contentEncryptionAlgorithms: [enc],
    })
    return fromUtf8(plaintext)
  } catch {
    return null
  }
}

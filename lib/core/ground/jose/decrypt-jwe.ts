import { compactDecrypt, type JWK, type KeyObject } from 'jose'

/** A private key as the library takes it. It keeps what it makes of the same object, and freezes one that is a JWK. */
export type DecryptionKey = KeyObject | JWK

/** Longest compact JWE that is opened: the longest body that any endpoint takes. */
const charactersMax = 5 * 1024 * 1024

/**
 * Opens a compact JWE with a private key; `null` when it does not open, names another algorithm than those given, is
 * compressed (bombs are packed that way), or carries an extension that must be understood. `apu` and `apv` go into the
 * key derivation as the bytes that they are. Never rejects.
 * @see RFC7516-5.2, RFC7518-4.6
 */
export async function decryptJwe({
  jwe,
  privateKey,
  keyManagement,
  contentEncryption,
}: {
  readonly jwe: string
  readonly privateKey: DecryptionKey
  /** Values of `alg`. */
  readonly keyManagement: readonly string[]
  /** Values of `enc`. */
  readonly contentEncryption: readonly string[]
}): Promise<Uint8Array | null> {
  if (jwe.length > charactersMax) return null
  try {
    const { plaintext } = await compactDecrypt(jwe, privateKey, {
      keyManagementAlgorithms: [...keyManagement],
      contentEncryptionAlgorithms: [...contentEncryption],
      maxDecompressedLength: 0,
    })
    return plaintext
  } catch {
    return null
  }
}

import { CompactEncrypt, compactDecrypt, importJWK, type JWK, type KeyObject } from 'jose'
import { readJsonText } from '../http/read-json'
import { fromBase64url, fromUtf8, utf8 } from '../values/base64url'
import { isObject } from '../values/json'

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

/** A compact JWE, its header decoded and nothing decrypted. */
export type ReadJwe =
  | { readonly readable: true; readonly header: Readonly<Record<string, unknown>>; readonly value: string }
  | { readonly readable: false; readonly reason: string }

/** Takes a compact JWE apart as far as its header. Never throws; the reason is a fixed sentence. RFC7516-7.1 */
export function readJwe(value: string): ReadJwe {
  const parts = value.split('.', 6)
  if (parts.length !== 5 || parts.some((part) => !/^[A-Za-z0-9_-]*$/.test(part)))
    return unreadable('The body is not five base64url parts separated by dots.')
  const bytes = fromBase64url(parts[0] ?? '')
  const text = bytes && fromUtf8(bytes)
  const header = text === null ? null : readJsonText(text)
  if (!header?.ok || !isObject(header.value)) return unreadable('The header is not a JSON object.')
  if (header.duplicates.length > 0) return unreadable('The header names a member twice.')
  return { readable: true, header: header.value, value }
}

const unreadable = (reason: string): ReadJwe => ({ readable: false, reason })

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

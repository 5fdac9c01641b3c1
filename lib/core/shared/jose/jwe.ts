import { CompactEncrypt, compactDecrypt, importJWK, type JWK, type KeyObject } from 'jose'
import { readJsonText } from '../http/read-json'
import { fromBase64url, fromUtf8, utf8 } from '../values/base64url'
import { isObject } from '../values/json'

/** A private key in the library's form. The library caches what it derives from the object, and freezes a JWK. */
export type DecryptionKey = KeyObject | JWK

/** Longest compact JWE to decrypt, equal to the longest body of any endpoint. */
const charactersMax = 5 * 1024 * 1024

/**
 * Decrypts a compact JWE; `null` if it fails, uses an algorithm other than those given, is compressed (a possible
 * decompression bomb), or carries a critical extension. `apu` and `apv` enter the key derivation as raw bytes. Never
 * rejects.
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
  /** Allowed `alg` values. */
  readonly keyManagement: readonly string[]
  /** Allowed `enc` values. */
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
  /** Additional protected header parameters, e.g. `typ`. */
  readonly header?: Readonly<Record<string, string>>
}

/**
 * Encrypts text to a public key as compact JWE, by default with ECDH-ES in direct mode. The header repeats the key's
 * `kid`, if any. Rejects for an unusable key or `enc`, which callers check first.
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

/** True if `encryptJwe` accepts this key, algorithm and `enc`, found by trying. Never rejects. */
export const canEncryptJwe = (input: Omit<EncryptJwe, 'plaintext'>): Promise<boolean> =>
  encryptJwe({ ...input, plaintext: '' }).then(
    () => true,
    () => false,
  )

/** A compact JWE with its header decoded and nothing decrypted. */
export type ReadJwe =
  | { readonly readable: true; readonly header: Readonly<Record<string, unknown>>; readonly value: string }
  | { readonly readable: false; readonly reason: string }

/** Splits a compact JWE and decodes its header. Never throws; the reason is a fixed sentence. RFC7516-7.1 */
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

/** Direct use of the key, with authenticated encryption. RFC7518-4.5, RFC7518-5.3 */
const [alg, enc] = ['dir', 'A256GCM'] as const

/** Seals a text under a symmetric key of 32 bytes, as compact JWE. */
export const seal = ({ text, key }: { readonly text: string; readonly key: Uint8Array }): Promise<string> =>
  new CompactEncrypt(utf8(text)).setProtectedHeader({ alg, enc }).encrypt(key)

/** Opens a sealed text; `null` under another key or for anything that was not sealed. Never rejects. */
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

import { createDecipheriv, createHash, diffieHellman, type KeyObject } from 'node:crypto'
import { fromUtf8, utf8 } from '@/lib/core/base64url'
import { isObject } from '@/lib/core/json'
import { publicKeyOf } from './public-key-of'

/** Bits of the key, by `enc`, with the cipher. RFC7518-5.3 */
const ciphers = {
  A128GCM: { name: 'aes-128-gcm', bits: 128 },
  A192GCM: { name: 'aes-192-gcm', bits: 192 },
  A256GCM: { name: 'aes-256-gcm', bits: 256 },
} as const

/** Longer ones are left to a thread of their own: nobody else would be answered meanwhile. */
const charactersMax = 128 * 1024

/** Header members that the usual wallet sends. Any other one is for the library to judge. */
const usualMembers: ReadonlySet<string> = new Set(['alg', 'enc', 'epk', 'kid', 'apu', 'apv', 'typ', 'cty'])

/**
 * Opens the usual encrypted answer at once, on this thread: ECDH-ES in direct mode, AES-GCM, an ephemeral key on P-256
 * with its four members, no other header member. `null` for everything else, for what does not open too: that is for
 * `decryptJwe`, which opens all that this opens. Never throws.
 * @see RFC7516-5.2, RFC7518-4.6
 */
export function openDirectJwe(
  jwe: string,
  privateKey: KeyObject,
  contentEncryption: readonly string[],
): Uint8Array | null {
  if (jwe.length > charactersMax) return null
  const [protectedHeader = '', encryptedKey, iv = '', ciphertext = '', tag = '', more] = jwe.split('.')
  // 12 and 16 bytes.
  if (encryptedKey !== '' || iv.length !== 16 || tag.length !== 22 || more !== undefined) return null
  if (![protectedHeader, iv, ciphertext, tag].every(isBase64url)) return null
  try {
    const header = readHeader(protectedHeader)
    if (header === null || !contentEncryption.includes(header.enc)) return null
    const { name, bits } = ciphers[header.enc]
    const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(header.epk) })
    const key = deriveKey(shared, bits, header)
    const decipher = createDecipheriv(name, key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(protectedHeader, 'latin1')).setAuthTag(Buffer.from(tag, 'base64url'))
    const opened = decipher.update(Buffer.from(ciphertext, 'base64url'))
    return new Uint8Array(Buffer.concat([opened, decipher.final()]))
  } catch {
    return null
  }
}

/** A text whose length base64url can have, and whose characters are of it. */
const isBase64url = (text: string): boolean => text.length % 4 !== 1 && /^[A-Za-z0-9_-]*$/.test(text)

interface UsualHeader {
  readonly enc: keyof typeof ciphers
  readonly epk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  readonly apu: string
  readonly apv: string
}

function readHeader(encoded: string): UsualHeader | null {
  const text = fromUtf8(Buffer.from(encoded, 'base64url'))
  const header: unknown = text === null ? null : JSON.parse(text)
  if (!isObject(header) || !Object.keys(header).every((name) => usualMembers.has(name))) return null
  const { alg, enc, epk, apu = '', apv = '' } = header
  if (alg !== 'ECDH-ES' || typeof enc !== 'string' || !Object.hasOwn(ciphers, enc)) return null
  if (typeof apu !== 'string' || typeof apv !== 'string' || !isBase64url(apu) || !isBase64url(apv)) return null
  // The library refuses two parties of one name.
  if (Object.hasOwn(header, 'apu') && Object.hasOwn(header, 'apv') && apu === apv) return null
  if (!isObject(epk) || Object.keys(epk).length !== 4) return null
  const { kty, crv, x, y } = epk
  if (kty !== 'EC' || crv !== 'P-256' || !isCoordinate(x) || !isCoordinate(y)) return null
  return { enc: enc as UsualHeader['enc'], epk: { kty, crv, x, y }, apu, apv }
}

/** 32 bytes, without bits set after them. */
const isCoordinate = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(value)

/** Concat KDF with SHA-256, of which one round is enough. RFC7518-4.6.2 */
function deriveKey(shared: Uint8Array, bits: number, { enc, apu, apv }: UsualHeader): Uint8Array {
  return createHash('sha256')
    .update(number32(1))
    .update(shared)
    .update(withLength(utf8(enc)))
    .update(withLength(Buffer.from(apu, 'base64url')))
    .update(withLength(Buffer.from(apv, 'base64url')))
    .update(number32(bits))
    .digest()
    .subarray(0, bits / 8)
}

const withLength = (bytes: Uint8Array): Uint8Array => Buffer.concat([number32(bytes.length), bytes])

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { type JsonObject, objectMember, readJsonObject, stringMember } from '../json'
import { generateKey, readEcJwk, type WalletKey } from './key'

/** The input of a JWE, before a misbehaviour changes it. */
export interface JweDraft {
  header: JsonObject
  plaintext: string | Uint8Array
  /** The recipient's public key. */
  recipient: JsonWebKey
  /** The ephemeral key; a fresh one by default. */
  ephemeral?: WalletKey
  /** Changes the finished compact string. Only for misbehaviour. */
  finish?: (compact: string) => string
}

/** The second entry is for misbehaviour, because few verifiers support it. */
const keyBytes: Readonly<Record<string, 16 | 24 | 32>> = { A128GCM: 16, A192GCM: 24, A256GCM: 32 }
const ciphers = { 16: 'aes-128-gcm', 24: 'aes-192-gcm', 32: 'aes-256-gcm' } as const
const wrapBytes: Readonly<Record<string, 16 | 32>> = { 'ECDH-ES+A128KW': 16, 'ECDH-ES+A256KW': 32 }

/** The `enc` values that this wallet uses unless a misbehaviour says otherwise. */
export const knownEncValues = ['A128GCM', 'A256GCM']

/**
 * Encrypts a draft as compact JWE with ECDH-ES (RFC 7518 section 4.6) and AES-GCM: in direct mode, or with key wrapping
 * where `alg` says so. An unsupported `enc` or `alg` still goes into the header, for misbehaviour; the content is then
 * encrypted as for A128GCM in direct mode. An `epk` in the header is kept.
 */
export function encryptJwe(draft: JweDraft, random: (bytes: number) => Uint8Array): string {
  const { header, plaintext, recipient, finish } = draft
  const ephemeral = draft.ephemeral ?? generateKey()
  const head = encode(JSON.stringify({ ...header, epk: header.epk ?? ephemeral.publicJwk }))
  const enc = String(header.enc)
  const bytes = keyBytes[enc] ?? 16
  const publicKey = createPublicKey({ key: recipient, format: 'jwk' })
  const agreed = { privateKey: ephemeral.privateKey, publicKey, header }
  const wrapped = wrapBytes[String(header.alg)]
  const key = wrapped === undefined ? derivedKey({ ...agreed, algorithm: enc, bytes }) : Buffer.from(random(bytes))
  const encryptedKey =
    wrapped === undefined
      ? ''
      : encode(wrapKey(key, derivedKey({ ...agreed, algorithm: String(header.alg), bytes: wrapped })))
  const iv = random(12)
  const cipher = createCipheriv(ciphers[bytes], key, iv)
  cipher.setAAD(Buffer.from(head, 'ascii'))
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()])
  const compact = [head, encryptedKey, encode(iv), encode(ciphertext), encode(cipher.getAuthTag())].join('.')
  return finish === undefined ? compact : finish(compact)
}

/** The plaintext and header of a compact JWE for this key; null when it cannot be decrypted. Never throws. */
export function decryptJwe(compact: string, key: WalletKey): { header: JsonObject; plaintext: string } | null {
  const [head = '', encryptedKey, iv = '', ciphertext = '', tag = '', ...more] = compact.split('.')
  const header = readJsonObject(Buffer.from(head, 'base64url').toString('utf8'))
  const enc = stringMember(header, 'enc') ?? ''
  const bytes = keyBytes[enc]
  const epk = readEcJwk(objectMember(header, 'epk'))
  const mac = Buffer.from(tag, 'base64url')
  if (header?.alg !== 'ECDH-ES' || bytes === undefined || epk === null) return null
  if (encryptedKey !== '' || more.length > 0 || mac.length !== 16 || header.zip !== undefined) return null
  try {
    const publicKey = createPublicKey({ key: { ...epk }, format: 'jwk' })
    const opened = createDecipheriv(
      ciphers[bytes],
      derivedKey({ privateKey: key.privateKey, publicKey, algorithm: enc, bytes, header }),
      Buffer.from(iv, 'base64url'),
    )
    opened.setAAD(Buffer.from(head, 'ascii'))
    opened.setAuthTag(mac)
    const plaintext = Buffer.concat([opened.update(Buffer.from(ciphertext, 'base64url')), opened.final()])
    return { header, plaintext: plaintext.toString('utf8') }
  } catch {
    return null
  }
}

/** One round of the Concat KDF with SHA-256 (RFC 7518 section 4.6.2). */
function derivedKey(input: {
  privateKey: KeyObject
  publicKey: KeyObject
  /** The AlgorithmID of the KDF: `enc` in direct mode, else `alg`. */
  algorithm: string
  bytes: number
  header: JsonObject
}): Buffer {
  const { privateKey, publicKey, algorithm, bytes, header } = input
  const party = (name: string) => sized(Buffer.from(stringMember(header, name) ?? '', 'base64url'))
  return createHash('sha256')
    .update(uint32(1))
    .update(diffieHellman({ privateKey, publicKey }))
    .update(sized(Buffer.from(algorithm)))
    .update(party('apu'))
    .update(party('apv'))
    .update(uint32(bytes * 8))
    .digest()
    .subarray(0, bytes)
}

/** AES key wrap with the default initial value (RFC 3394). */
function wrapKey(key: Buffer, wrapping: Buffer): Buffer {
  const cipher = createCipheriv(`id-aes${wrapping.length * 8}-wrap`, wrapping, Buffer.alloc(8, 0xa6))
  return Buffer.concat([cipher.update(key), cipher.final()])
}

const sized = (bytes: Buffer): Buffer => Buffer.concat([uint32(bytes.length), bytes])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function encode(value: string | Uint8Array): string {
  return Buffer.from(value).toString('base64url')
}

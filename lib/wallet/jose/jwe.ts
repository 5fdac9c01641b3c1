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

/** A JWE that is about to be made. A misbehaviour changes it before. */
export interface JweDraft {
  header: JsonObject
  plaintext: string
  /** The public key that it is made for. */
  recipient: JsonWebKey
}

const keyBytes: Readonly<Record<string, 16 | 32>> = { A128GCM: 16, A256GCM: 32 }

/** The `enc` values that this wallet can use. */
export const knownEncValues = Object.keys(keyBytes)

/**
 * Encrypts a draft as compact JWE by ECDH-ES in direct mode (RFC 7518 section 4.6) with AES-GCM. An `enc` that it does
 * not know stands in the header all the same, for misbehaviour; then the content is encrypted as for A128GCM.
 */
export function encryptJwe({ header, plaintext, recipient }: JweDraft, random: (bytes: number) => Uint8Array): string {
  const ephemeral = generateKey()
  const head = encode(JSON.stringify({ ...header, epk: ephemeral.publicJwk }))
  const enc = String(header.enc)
  const bytes = keyBytes[enc] ?? 16
  const publicKey = createPublicKey({ key: recipient, format: 'jwk' })
  const key = contentKey({ privateKey: ephemeral.privateKey, publicKey, enc, bytes })
  const iv = random(12)
  const cipher = createCipheriv(bytes === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(head, 'ascii'))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return [head, '', encode(iv), encode(ciphertext), encode(cipher.getAuthTag())].join('.')
}

/** What is in a compact JWE made for this key, and its header; null when it does not open. Never throws. */
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
      bytes === 16 ? 'aes-128-gcm' : 'aes-256-gcm',
      contentKey({ privateKey: key.privateKey, publicKey, enc, bytes, header }),
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

/** RFC 7518 section 4.6.2, one round of SHA-256. */
function contentKey(input: {
  privateKey: KeyObject
  publicKey: KeyObject
  enc: string
  bytes: number
  header?: JsonObject
}): Buffer {
  const { privateKey, publicKey, enc, bytes, header = {} } = input
  const party = (name: string) => sized(Buffer.from(stringMember(header, name) ?? '', 'base64url'))
  return createHash('sha256')
    .update(uint32(1))
    .update(diffieHellman({ privateKey, publicKey }))
    .update(sized(Buffer.from(enc)))
    .update(party('apu'))
    .update(party('apv'))
    .update(uint32(bytes * 8))
    .digest()
    .subarray(0, bytes)
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

import { createDecipheriv, createHash, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import { readJwe } from '@/lib/core/shared/jose/jwe'
import { type WrongDerivation, wrongDerivations } from '@/lib/core/shared/ports/keys'

/** Bytes of the content key, for each `enc` that is tried. RFC7518-5.3 */
const keyBytes: Readonly<Record<string, 16 | 24 | 32>> = { A128GCM: 16, A192GCM: 24, A256GCM: 32 }
const ciphers = { 16: 'aes-128-gcm', 24: 'aes-192-gcm', 32: 'aes-256-gcm' } as const

const tagBytes = 16

/** Longest JWE of which the ways are tried: each decrypts it once. */
const charactersMax = 256 * 1024

/** The parameters of the Concat KDF. RFC7518-4.6.2 */
interface Derivation {
  readonly algorithm: string
  readonly parties: readonly [apu: Uint8Array, apv: Uint8Array]
  readonly length: number
}

/**
 * How the sender of a JWE in ECDH-ES direct mode derived another key than RFC 7518 says, or authenticated something else than
 * its header; `null` if none of the known ways opens it. Never throws.
 */
export function wrongDerivation(privateKey: KeyObject, jwe: string): WrongDerivation | null {
  const read = jwe.length > charactersMax ? null : readJwe(jwe)
  if (!read?.readable) return null
  const { alg, enc, epk, apu, apv } = read.header
  const bytes = keyBytes[String(enc)]
  if (alg !== 'ECDH-ES' || bytes === undefined) return null
  try {
    const publicKey = createPublicKey({ key: { ...Object(epk) }, format: 'jwk' })
    const shared = diffieHellman({ privateKey, publicKey })
    const texts = [apu, apv].map((info) => (typeof info === 'string' ? info : ''))
    const decoded = texts.map((text) => Buffer.from(text, 'base64url'))
    const right = { algorithm: String(enc), parties: [part(decoded, 0), part(decoded, 1)], length: bytes * 8 } as const
    const derive = (change: Partial<Derivation>) => concatKdf(shared, { ...right, ...change }).subarray(0, bytes)
    const asTexts = texts.map((text) => Buffer.from(text))
    const [head = ''] = jwe.split('.')
    const aad = Buffer.from(head, 'ascii')
    const ways: Readonly<Record<WrongDerivation, readonly [key: Buffer, aad: Buffer]>> = {
      alg_as_algorithm: [derive({ algorithm: alg }), aad],
      no_party_info: [derive({ parties: [nothing, nothing] }), aad],
      party_info_as_text: [derive({ parties: [part(asTexts, 0), part(asTexts, 1)] }), aad],
      length_in_bytes: [derive({ length: bytes }), aad],
      no_kdf: [shared.subarray(0, bytes), aad],
      hash_alone: [createHash('sha256').update(shared).digest().subarray(0, bytes), aad],
      aad_decoded: [derive({}), Buffer.from(head, 'base64url')],
      no_aad: [derive({}), nothing],
    }
    return wrongDerivations.find((way) => opens(jwe, ...ways[way])) ?? null
  } catch {
    return null
  }
}

const nothing = Buffer.alloc(0)

const part = (parts: readonly Buffer[], index: number): Buffer => parts[index] ?? nothing

/** One round, of which the longest key takes all. NIST SP 800-56A section 5.8.1 */
const concatKdf = (shared: Buffer, { algorithm, parties, length }: Derivation): Buffer =>
  createHash('sha256')
    .update(uint32(1))
    .update(shared)
    .update(sized(Buffer.from(algorithm)))
    .update(sized(parties[0]))
    .update(sized(parties[1]))
    .update(uint32(length))
    .digest()

const sized = (bytes: Uint8Array): Buffer => Buffer.concat([uint32(bytes.length), bytes])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function opens(jwe: string, key: Buffer, aad: Buffer): boolean {
  const [, , iv = '', ciphertext = '', tag = ''] = jwe.split('.')
  try {
    const decipher = createDecipheriv(ciphers[key.length as 16 | 24 | 32], key, Buffer.from(iv, 'base64url'), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(aad)
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    decipher.update(Buffer.from(ciphertext, 'base64url'))
    decipher.final()
    return true
  } catch {
    return false
  }
}

import { createDecipheriv, createHash, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import type { Decrypter } from '@/lib/core/ports'
import { p256PublicJwk, signer } from './signer'

/** Content encryption → bytes of its key. RFC 7518 section 5.3 */
const keyBytes: Readonly<Record<string, number>> = { A128GCM: 16, A256GCM: 32 }

/**
 * Opens compact JWEs that were encrypted to this P-256 key by ECDH-ES in direct mode with AES-GCM. `kid` is the
 * RFC 7638 thumbprint. Throws when the key is of another kind.
 */
export function decrypter(privateKey: KeyObject): Decrypter {
  return {
    kid: signer(privateKey).kid,
    publicJwk: p256PublicJwk(privateKey),
    decrypt(jwe) {
      try {
        return decrypt(jwe, privateKey)
      } catch {
        return null
      }
    },
  }
}

/** RFC 7516 section 5.2 for the one key agreement that is published. Throws for everything else. */
function decrypt(jwe: string, privateKey: KeyObject): Uint8Array | null {
  const [head = '', encryptedKey, iv = '', ciphertext = '', tag = ''] = jwe.split('.')
  const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
  if (typeof header !== 'object' || header === null) return null
  const { alg, enc, epk, apu, apv } = header as Record<string, unknown>
  const bytes = keyBytes[String(enc)]
  if (alg !== 'ECDH-ES' || bytes === undefined || encryptedKey !== '') return null
  const publicKey = createPublicKey({ key: epk as JsonWebKey, format: 'jwk' })
  p256PublicJwk(publicKey)
  const secret = diffieHellman({ privateKey, publicKey })
  const key = deriveKey({ secret, enc: String(enc), bytes, apu, apv })
  const [nonce, mac] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')]
  if (nonce.length !== 12 || mac.length !== 16) return null
  const cipher = createDecipheriv(bytes === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(head, 'ascii'))
  cipher.setAuthTag(mac)
  return Buffer.concat([cipher.update(Buffer.from(ciphertext, 'base64url')), cipher.final()])
}

type JsonWebKey = import('node:crypto').JsonWebKey

/** Concat KDF of RFC 7518 section 4.6.2; one round of SHA-256 is enough for 256 bits. */
function deriveKey({
  secret,
  enc,
  bytes,
  apu,
  apv,
}: {
  readonly secret: Buffer
  readonly enc: string
  readonly bytes: number
  readonly apu: unknown
  readonly apv: unknown
}): Buffer {
  const party = (value: unknown) =>
    withLength(typeof value === 'string' ? Buffer.from(value, 'base64url') : Buffer.alloc(0))
  return createHash('sha256')
    .update(Buffer.concat([number(1), secret, withLength(Buffer.from(enc)), party(apu), party(apv), number(bytes * 8)]))
    .digest()
    .subarray(0, bytes)
}

const withLength = (bytes: Buffer): Buffer => Buffer.concat([number(bytes.length), bytes])

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

import { createDecipheriv, createHmac, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import type { HpkeMessage } from '@/lib/core/ground/ports/keys'
import type { Signer } from '@/lib/core/ground/ports/ports'

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. RFC 9180 section 7 */
const suite = { kem: 0x0010, kdf: 0x0001, aead: 0x0001 } as const
const [pointBytes, coordinateBytes, keyBytes, nonceBytes, tagBytes] = [65, 32, 16, 12, 16]
const baseMode = Uint8Array.of(0)
const nothing = new Uint8Array()

/** A key pair on the curve P-256. */
interface HpkeRecipient {
  readonly privateKey: KeyObject
  readonly publicJwk: Signer['publicJwk']
}

/**
 * Opens the first message of a sender in the base mode of HPKE, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
 * AES-128-GCM; `null` where it does not open. Never throws.
 * @see https://www.rfc-editor.org/rfc/rfc9180#section-6.1
 */
export function openHpke(recipient: HpkeRecipient, { enc, ciphertext, info, aad }: HpkeMessage): Uint8Array | null {
  if (ciphertext.length < tagBytes) return null
  try {
    const { key, nonce } = keySchedule(decapsulate(recipient, enc), info)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(aad)
    decipher.setAuthTag(ciphertext.subarray(-tagBytes))
    return new Uint8Array(Buffer.concat([decipher.update(ciphertext.subarray(0, -tagBytes)), decipher.final()]))
  } catch {
    return null
  }
}

/** The secret that sender and recipient share. Throws where `enc` is no point on the curve. RFC 9180 section 4.1 */
function decapsulate({ privateKey, publicJwk: { x, y } }: HpkeRecipient, enc: Uint8Array): Buffer {
  const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(enc) })
  const own = Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const kem = Buffer.concat([ascii('KEM'), twoBytes(suite.kem)])
  const secret = labeledExtract(kem, nothing, 'eae_prk', shared)
  return labeledExpand(kem, secret, 'shared_secret', Buffer.concat([enc, own]), 32)
}

/** An uncompressed point as a key. Throws for any other bytes. RFC 9180 section 7.1.1 */
function publicKeyOf(point: Uint8Array): KeyObject {
  if (point.length !== pointBytes || point[0] !== 4) throw new TypeError('The key is no uncompressed point.')
  const x = Buffer.from(point.subarray(1, 1 + coordinateBytes)).toString('base64url')
  const y = Buffer.from(point.subarray(1 + coordinateBytes)).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** The key and the nonce of the first message. RFC 9180 section 5.1 */
function keySchedule(shared: Uint8Array, info: Uint8Array): { readonly key: Buffer; readonly nonce: Buffer } {
  const id = Buffer.concat([ascii('HPKE'), twoBytes(suite.kem), twoBytes(suite.kdf), twoBytes(suite.aead)])
  const context = Buffer.concat([
    baseMode,
    labeledExtract(id, nothing, 'psk_id_hash', nothing),
    labeledExtract(id, nothing, 'info_hash', info),
  ])
  const secret = labeledExtract(id, shared, 'secret', nothing)
  return {
    key: labeledExpand(id, secret, 'key', context, keyBytes),
    nonce: labeledExpand(id, secret, 'base_nonce', context, nonceBytes),
  }
}

/** RFC 9180 section 4, on the extract step of RFC 5869 section 2.2. */
const labeledExtract = (suiteId: Uint8Array, salt: Uint8Array, label: string, ikm: Uint8Array): Buffer =>
  createHmac('sha256', salt)
    .update(Buffer.concat([ascii('HPKE-v1'), suiteId, ascii(label), ikm]))
    .digest()

/** The same on the expand step of RFC 5869 section 2.3, of which one block of 32 bytes is always enough here. */
const labeledExpand = (
  suiteId: Uint8Array,
  secret: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Buffer =>
  createHmac('sha256', secret)
    .update(Buffer.concat([twoBytes(length), ascii('HPKE-v1'), suiteId, ascii(label), info, Uint8Array.of(1)]))
    .digest()
    .subarray(0, length)

const ascii = (text: string): Buffer => Buffer.from(text, 'ascii')
const twoBytes = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 255)

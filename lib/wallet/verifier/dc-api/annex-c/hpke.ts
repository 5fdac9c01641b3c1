import { createCipheriv, createHmac, createPublicKey, diffieHellman } from 'node:crypto'
import { type CborMap, type CborValue, writeCbor } from '../../../formats/mso-mdoc/cbor'
import type { EcPublicJwk, WalletKey } from '../../../jose/key'

/** What is sealed to one recipient. */
export interface HpkeInput {
  recipient: EcPublicJwk
  /** A fresh key. */
  ephemeral: WalletKey
  info: Buffer
  aad: Buffer
  plaintext: Buffer
}

/** DHKEM(P-256, HKDF-SHA256) */
const kemSuite = Buffer.concat([Buffer.from('KEM'), uint16(0x0010)])

/** The KEM above with HKDF-SHA256 and AES-128-GCM. */
const suite = Buffer.concat([Buffer.from('HPKE'), uint16(0x0010), uint16(0x0001), uint16(0x0001)])

const empty = Buffer.alloc(0)

/**
 * Seals one message in base mode (RFC9180-6.1): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM.
 *
 * @returns the encapsulated key, uncompressed, and the ciphertext with its tag
 */
export function sealHpke(input: HpkeInput): { enc: Buffer; cipherText: Buffer } {
  const { recipient, ephemeral, info, aad, plaintext } = input
  const { key, nonce } = keysOf({ own: ephemeral, other: recipient, ephemeral: ephemeral.publicJwk, recipient, info })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  cipher.setAAD(aad)
  const cipherText = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return { enc: uncompressed(ephemeral.publicJwk), cipherText }
}

/** Key and nonce of the first message between two parties, for either of them (RFC9180-5.1). */
export function keysOf(parties: {
  own: WalletKey
  /** The other party's public key. */
  other: EcPublicJwk
  ephemeral: EcPublicJwk
  recipient: EcPublicJwk
  info: Buffer
}): { key: Buffer; nonce: Buffer } {
  const shared = sharedSecret(parties)
  const context = Buffer.concat([
    Buffer.from([0]),
    labeledExtract(suite, empty, 'psk_id_hash', empty),
    labeledExtract(suite, empty, 'info_hash', parties.info),
  ])
  const secret = labeledExtract(suite, shared, 'secret', empty)
  return {
    key: labeledExpand(suite, secret, 'key', context, 16),
    nonce: labeledExpand(suite, secret, 'base_nonce', context, 12),
  }
}

/** An uncompressed point (RFC9180-7.1.1). */
function uncompressed({ x, y }: EcPublicJwk): Buffer {
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

/** RFC9180-4.1 */
function sharedSecret({ own, other, ephemeral, recipient }: Omit<Parameters<typeof keysOf>[0], 'info'>): Buffer {
  const publicKey = createPublicKey({ key: { ...other }, format: 'jwk' })
  const agreed = diffieHellman({ privateKey: own.privateKey, publicKey })
  const context = Buffer.concat([uncompressed(ephemeral), uncompressed(recipient)])
  return labeledExpand(kemSuite, labeledExtract(kemSuite, empty, 'eae_prk', agreed), 'shared_secret', context, 32)
}

/** RFC9180-4 */
function labeledExtract(of: Buffer, salt: Buffer, label: string, material: Buffer): Buffer {
  const labeled = Buffer.concat([Buffer.from('HPKE-v1'), of, Buffer.from(label), material])
  return hmac(salt.length === 0 ? Buffer.alloc(32) : salt, labeled)
}

/** RFC9180-4, for at most one hash block. */
function labeledExpand(of: Buffer, key: Buffer, label: string, info: Buffer, bytes: number): Buffer {
  const labeled = Buffer.concat([uint16(bytes), Buffer.from('HPKE-v1'), of, Buffer.from(label), info])
  return hmac(key, Buffer.concat([labeled, Buffer.from([1])])).subarray(0, bytes)
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255])
}

/** An `org-iso-mdoc` response, before a misbehaviour changes it. */
export interface SealedDraft {
  input: HpkeInput
  /** The first element of the structure around the sealed content. */
  name: string
  /** Replaces the encapsulated key. Only for misbehaviour. */
  enc?: (enc: Buffer) => Buffer
  /** Changes the text of the structure. Only for misbehaviour. */
  finish?: (text: string) => string
}

/** The text of a sealed response: `["dcapi", {"enc", "cipherText"}]` in base64url (ISO18013-7-C). */
export function sealResponse({ input, name, enc: change, finish }: SealedDraft): string {
  const { enc, cipherText } = sealHpke(input)
  const sealed: CborMap = new Map<string, CborValue>([
    ['enc', change === undefined ? enc : change(enc)],
    ['cipherText', cipherText],
  ])
  const text = writeCbor([name, sealed]).toString('base64url')
  return finish === undefined ? text : finish(text)
}

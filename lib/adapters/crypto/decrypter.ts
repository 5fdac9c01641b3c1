import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type DecryptionKey, decryptJwe, unseal } from '@/lib/core/shared/jose/jwe'
import type { Decrypter, HpkeMessage, ResponseKey, VerifierKeys } from '@/lib/core/shared/ports/keys'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { isObject } from '@/lib/core/shared/values/json'
import { sealText, unsealText } from './seal-key'
import { newP256Key, p256PublicJwk, signer } from './signer'
import { wrongDerivation } from './wrong-derivation'

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
 * Opens the first message of a sender in HPKE's base mode, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM;
 * `null` if it does not open. Never throws. RFC 9180 section 6.1
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

/** The shared secret. Throws if `enc` is not a point on the curve. RFC 9180 section 4.1 */
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

/** Like `labeledExtract`, for the expand step of RFC 5869 section 2.3. One block of 32 bytes is always enough here. */
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

/** The `alg` and `enc` values that a key may be used with. */
export interface Algorithms {
  readonly keyManagement: readonly string[]
  readonly contentEncryption: readonly string[]
}

/** The algorithms that issuers publish; they decrypt nothing else. OID4VCI-1FINAL-12.2.4 */
const published: Algorithms = { keyManagement: ['ECDH-ES'], contentEncryption: ['A128GCM', 'A256GCM'] }

/**
 * Decrypts compact JWEs for this P-256 key. `kid` is the RFC 7638 thumbprint unless another is given. Throws for a key
 * of another kind.
 */
export const decrypter = (
  privateKey: KeyObject,
  algorithms: Algorithms = published,
  kid: string = signer(privateKey).kid,
): Decrypter =>
  decrypterOf(
    { kid, publicJwk: p256PublicJwk(privateKey), opensWith: privateKey, privateKey: () => privateKey },
    algorithms,
  )

/**
 * Like `decrypter`, for a key whose public half is known. `opensWith` is the private half that opens JWEs; `privateKey`
 * makes the KeyObject for deriving keys and for HPKE.
 */
function decrypterOf(
  {
    kid,
    publicJwk,
    opensWith,
    privateKey,
  }: Pick<Decrypter, 'kid' | 'publicJwk'> & {
    readonly opensWith: DecryptionKey
    readonly privateKey: () => KeyObject
  },
  { keyManagement, contentEncryption }: Algorithms,
): Decrypter {
  return {
    kid,
    publicJwk,
    decrypt: (jwe) => decryptJwe({ jwe, privateKey: opensWith, keyManagement, contentEncryption }),
    misderived: (jwe) => wrongDerivation(privateKey(), jwe),
    deriveKey({ publicJwk: other, salt, info }) {
      try {
        const publicKey = createPublicKey({ key: { ...other }, format: 'jwk' })
        const shared = diffieHellman({ privateKey: privateKey(), publicKey })
        return new Uint8Array(hkdfSync('sha256', shared, salt, info, 32))
      } catch {
        return null
      }
    },
    openHpke: (message) => openHpke({ privateKey: privateKey(), publicJwk }, message),
  }
}

/**
 * Algorithms accepted for encrypted responses. More than we advertise, so that a response with a wrong one can still be
 * decrypted and judged.
 */
const accepted: Algorithms = {
  keyManagement: ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'],
  contentEncryption: ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'],
}

/** Number of opened keys to cache: a response needs its session's key twice, usually soon after the key was made. */
const openMax = 256

/**
 * Creates and opens the keys that presentations are encrypted to, one per session (HAIP-5). The private key is stored
 * with the session, sealed under `sealingKey`: 32 bytes that never leave the installation.
 */
export function responseKeys(sealingKey: Uint8Array): Pick<VerifierKeys, 'createResponseKey' | 'openResponseKey'> {
  /** By their sealed form. */
  const open = new LRUCache<string, Decrypter>({ max: openMax })
  return {
    async createResponseKey(kid = randomUUID()): Promise<ResponseKey> {
      const { publicJwk, d } = newP256Key()
      const sealed = sealText(JSON.stringify({ kid, jwk: { ...publicJwk, d } }), sealingKey)
      open.set(sealed, toDecrypter(kid, publicJwk, d))
      return { kid, publicJwk, sealed }
    },

    async openResponseKey(sealed) {
      const known = open.get(sealed)
      if (known !== undefined) return known
      const text = isJwe(sealed) ? await unseal({ sealed, key: sealingKey }) : unsealText(sealed, sealingKey)
      if (text === null) return null
      const value: unknown = JSON.parse(text)
      if (!isObject(value) || typeof value.kid !== 'string' || !isObject(value.jwk)) return null
      const { kty, crv, x, y, d } = value.jwk
      if (kty !== 'EC' || crv !== 'P-256') return null
      if (typeof x !== 'string' || typeof y !== 'string' || typeof d !== 'string') return null
      const decrypter = toDecrypter(value.kid, { kty, crv, x, y }, d)
      open.set(sealed, decrypter)
      return decrypter
    },
  }
}

/** Earlier versions sealed keys as JWEs; their sessions continue. */
const isJwe = (sealed: string): boolean => sealed.includes('.')

function toDecrypter(kid: string, publicJwk: ResponseKey['publicJwk'], d: string): Decrypter {
  const jwk = { ...publicJwk, d }
  let made: KeyObject | null = null
  const privateKey = (): KeyObject => {
    made ??= createPrivateKey({ key: jwk, format: 'jwk' })
    return made
  }
  return decrypterOf({ kid, publicJwk, opensWith: jwk, privateKey }, accepted)
}

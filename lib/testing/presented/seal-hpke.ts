import { subtle, type webcrypto } from 'node:crypto'

/** A P-256 key pair as a JWK, with its private member. */
type PrivateJwk = webcrypto.JsonWebKey

/** What a wallet encrypts, and to whom. */
export interface Sealing {
  readonly to: webcrypto.JsonWebKey
  readonly plaintext: Uint8Array
  readonly info: Uint8Array
  readonly aad?: Uint8Array
  /** A fresh one by default. */
  readonly ephemeral?: PrivateJwk
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const nothing = new Uint8Array()
const kemId = join(ascii('KEM'), Uint8Array.of(0x00, 0x10))
const suiteId = join(ascii('HPKE'), Uint8Array.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x01))
const curve = { name: 'ECDH', namedCurve: 'P-256' }

/**
 * Encrypts the first message of HPKE in base mode, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM, on Web Cryptography:
 * it shares nothing with the code under test.
 * @see https://www.rfc-editor.org/rfc/rfc9180#section-6.1
 */
export async function sealHpke({ to, plaintext, info, aad = nothing, ephemeral }: Sealing) {
  const pair = ephemeral ?? (await newKey())
  const privateKey = await subtle.importKey('jwk', pair, curve, false, ['deriveBits'])
  const publicKey = await subtle.importKey('jwk', publicOf(to), curve, false, [])
  const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256))
  const enc = pointOf(pair)
  const kemContext = join(enc, pointOf(to))
  const eaePrk = await extract(nothing, kemId, 'eae_prk', shared)
  const secret = await expand(eaePrk, kemId, 'shared_secret', kemContext, 32)
  const context = join(
    Uint8Array.of(0),
    await extract(nothing, suiteId, 'psk_id_hash', nothing),
    await extract(nothing, suiteId, 'info_hash', info),
  )
  const prk = await extract(secret, suiteId, 'secret', nothing)
  const key = await subtle.importKey('raw', await expand(prk, suiteId, 'key', context, 16), 'AES-GCM', false, [
    'encrypt',
  ])
  const iv = await expand(prk, suiteId, 'base_nonce', context, 12)
  const ciphertext = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad }, key, plaintext))
  return { enc, ciphertext }
}

async function newKey(): Promise<PrivateJwk> {
  const { privateKey } = await subtle.generateKey(curve, true, ['deriveBits'])
  return subtle.exportKey('jwk', privateKey)
}

const publicOf = ({ x = '', y = '' }: webcrypto.JsonWebKey) => ({ kty: 'EC', crv: 'P-256', x, y })

/** SEC 1, uncompressed. */
const pointOf = ({ x = '', y = '' }: webcrypto.JsonWebKey): Uint8Array =>
  join(Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))

async function hmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  // Web Cryptography rejects empty keys, and pads short ones with zeros as HMAC does.
  const raw = key.length === 0 ? new Uint8Array(32) : key
  const imported = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, data))
}

const extract = (salt: Uint8Array, suite: Uint8Array, label: string, ikm: Uint8Array): Promise<Uint8Array> =>
  hmac(salt, join(ascii('HPKE-v1'), suite, ascii(label), ikm))

async function expand(prk: Uint8Array, suite: Uint8Array, label: string, info: Uint8Array, length: number) {
  const labeled = join(Uint8Array.of(0, length), ascii('HPKE-v1'), suite, ascii(label), info)
  return (await hmac(prk, join(labeled, Uint8Array.of(1)))).slice(0, length)
}

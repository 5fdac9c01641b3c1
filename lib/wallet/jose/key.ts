import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { isObject, stringMember } from '../json'

/** Public members of an elliptic curve key (RFC 7518 section 6.2.1). */
export interface EcPublicJwk {
  kty: 'EC'
  crv: string
  x: string
  y: string
}

/** A key pair of the wallet: the private half as a key object, the public half as a JWK. */
export interface WalletKey {
  privateKey: KeyObject
  publicJwk: EcPublicJwk
  /** RFC 7638 thumbprint with SHA-256, base64url. */
  thumbprint: string
}

/**
 * By curve: OpenSSL's name, bytes of a coordinate, and the algorithm that goes with it in JOSE (RFC 7518 section 3.4)
 * and in COSE, without a curve in its name and with one (RFC 9053 section 2.1, RFC 9864).
 */
const curves = {
  'P-256': { name: 'prime256v1', bytes: 32, alg: 'ES256', digest: 'sha256', cose: -7, coseOfCurve: -9 },
  'P-384': { name: 'secp384r1', bytes: 48, alg: 'ES384', digest: 'sha384', cose: -35, coseOfCurve: -51 },
  'P-521': { name: 'secp521r1', bytes: 66, alg: 'ES512', digest: 'sha512', cose: -36, coseOfCurve: -52 },
} as const

export type Curve = keyof typeof curves

/** The algorithm of signatures with keys on this curve. */
export const algorithmOf = (curve: Curve): string => curves[curve].alg

/** What goes with the curve of a key; that of P-256 with one that nobody has here. */
const curveOf = ({ publicJwk: { crv } }: WalletKey) => curves[Object.hasOwn(curves, crv) ? (crv as Curve) : 'P-256']

/** The hash that ECDSA with this key has. */
export const digestOf = (key: WalletKey): string => curveOf(key).digest

/** The algorithm that this key signs a JWT with. */
export const jwtAlgorithmOf = (key: WalletKey): string => curveOf(key).alg

/** The COSE algorithm of this key, in the form of `like`: ES256 (-7), or ESP256 (-9), which names the curve. */
export const coseAlgorithmOf = (key: WalletKey, like: number): number =>
  curveOf(key)[like === -9 ? 'coseOfCurve' : 'cose']

/**
 * A fresh key pair on P-256, or on the given curve. The key object is imported from a JWK: exporting one that comes
 * straight from `generateKeyPairSync` can block the process forever, if Node collects the finished generation during
 * the export.
 */
export function generateKey(curve: Curve = 'P-256'): WalletKey {
  const { name, bytes } = curves[curve]
  const pair = createECDH(name)
  const point = pair.generateKeys()
  const text = (part: Buffer) =>
    Buffer.concat([Buffer.alloc(bytes), part])
      .subarray(-bytes)
      .toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: curve,
    x: text(point.subarray(1, 1 + bytes)),
    y: text(point.subarray(1 + bytes)),
    d: text(pair.getPrivateKey()),
  }
  return walletKeyOf(createPrivateKey({ key: jwk, format: 'jwk' }))
}

/** The wallet key of a private key object. Throws when the key is not an elliptic curve key. */
export function walletKeyOf(privateKey: KeyObject): WalletKey {
  const publicJwk = requireEcJwk(createPublicKey(privateKey).export({ format: 'jwk' }))
  return { privateKey, publicJwk, thumbprint: thumbprint(publicJwk) }
}

/** The `d` member of a private key. Only for misbehaviour: a wallet never reveals it. */
export function privateMember(key: WalletKey): string {
  return key.privateKey.export({ format: 'jwk' }).d ?? ''
}

/** The public members of a key, or null when it is not a complete elliptic curve JWK. */
export function readEcJwk(value: unknown): EcPublicJwk | null {
  if (!isObject(value) || value.kty !== 'EC') return null
  const crv = stringMember(value, 'crv')
  const x = stringMember(value, 'x')
  const y = stringMember(value, 'y')
  return crv && x && y ? { kty: 'EC', crv, x, y } : null
}

/** RFC 7638 section 3: required members only, in lexicographic order, SHA-256, base64url. */
export function thumbprint({ crv, kty, x, y }: EcPublicJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

function requireEcJwk(value: unknown): EcPublicJwk {
  const jwk = readEcJwk(value)
  if (jwk === null) throw new TypeError('Not an elliptic curve key')
  return jwk
}

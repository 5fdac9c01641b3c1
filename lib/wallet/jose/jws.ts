import { createHmac, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'
import { type JsonObject, readJsonObject } from '../json'
import type { WalletKey } from './key'

/**
 * The input of a JWT. A misbehaviour may change any member or the signing key, or, through `finish`, the compact
 * string.
 */
export interface JwtDraft {
  header: JsonObject
  claims: JsonObject
  key: WalletKey
  finish?: (compact: string) => string
}

/** A compact JWS, split and decoded, unverified. */
export interface CompactJws {
  header: JsonObject
  claims: JsonObject
  signingInput: string
  signature: Buffer
}

/**
 * Signs a draft as compact JWS (RFC 7515 section 3.1). `alg` decides: ES256, ES384 and ES512 sign, HS256 uses the
 * public key as MAC key, and `none` leaves the signature empty. The last two are only for misbehaviour.
 */
export function signJwt({ header, claims, key, finish }: JwtDraft): string {
  const input = `${encodeJson(header)}.${encodeJson(claims)}`
  const compact = `${input}.${signatureFor(header.alg, input, key).toString('base64url')}`
  return finish === undefined ? compact : finish(compact)
}

/** Splits and decodes a compact JWS, or returns null when it is malformed. Verifies nothing. */
export function readJws(compact: string): CompactJws | null {
  const parts = compact.split('.')
  const [head, body, signature] = parts
  if (parts.length !== 3 || !head || !body || signature === undefined) return null
  if (![head, body, signature].every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return null
  const header = readJsonObject(Buffer.from(head, 'base64url').toString('utf8'))
  const claims = readJsonObject(Buffer.from(body, 'base64url').toString('utf8'))
  if (header === null || claims === null) return null
  return { header, claims, signingInput: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') }
}

/**
 * Whether the ES256 signature verifies with this key. False for every other `alg`: the wallet accepts only the
 * algorithm it announces.
 */
export function verifyEs256(jws: CompactJws, publicKey: KeyObject): boolean {
  if (jws.header.alg !== 'ES256' || jws.header.crit !== undefined) return false
  if (publicKey.asymmetricKeyType !== 'ec' || publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false
  return verify('sha256', Buffer.from(jws.signingInput), { key: publicKey, dsaEncoding: 'ieee-p1363' }, jws.signature)
}

/** The key object of a public JWK, or null when it cannot be imported. */
export function importPublicJwk(jwk: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return null
  }
}

function encodeJson(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function signatureFor(alg: unknown, input: string, key: WalletKey): Buffer {
  if (alg === 'none') return Buffer.alloc(0)
  if (alg === 'HS256') return createHmac('sha256', JSON.stringify(key.publicJwk)).update(input).digest()
  const digest = alg === 'ES384' ? 'sha384' : alg === 'ES512' ? 'sha512' : 'sha256'
  return sign(digest, Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
}

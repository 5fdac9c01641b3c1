import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'
import type { Digest, Ports } from '../ports/ports'
import { fromBase64url, isBase64url, toBase64url } from '../values/base64url'
import { isObject } from '../values/json'

/** Largest RSA modulus: the sender of a key decides how long every verification takes. */
export const rsaModulusBitsMax = 4096

export const rsaExponentBitsMax = 32

/**
 * Whether a public RSA exponent is valid: with 1 every message is its own signature, and an even one has no inverse.
 * RFC 8017 section 3.1
 */
export const isRsaExponent = (exponent: bigint): boolean => exponent >= 3n && exponent % 2n === 1n

/** Public members of each key type, in the order of RFC 7638 section 3.2. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** Coordinate lengths in bytes: RFC 7518 section 6.2.1.2 (leading zeros are kept) and RFC 8037 section 2. */
const coordinateBytes: Readonly<Record<string, number>> = {
  'P-256': 32,
  'P-384': 48,
  'P-521': 66,
  Ed25519: 32,
  X25519: 32,
}

/** Maximum lengths of the numbers of an RSA key, in bytes. */
const rsaBytesMax: Readonly<Record<string, number>> = { n: rsaModulusBitsMax / 8, e: rsaExponentBitsMax / 8 }

/**
 * Exactly the public key members of a JWK, without private members, `kid`, `alg` or `use`. `null` if it is not an
 * asymmetric key, or a member is missing, not canonical base64url (two spellings would give two thumbprints), or
 * outside the RSA limits.
 */
export function publicMembers(jwk: unknown): Record<string, string> | null {
  if (!isObject(jwk) || typeof jwk.kty !== 'string' || !Object.hasOwn(membersOf, jwk.kty)) return null
  const members: Record<string, string> = {}
  for (const name of membersOf[jwk.kty] ?? []) {
    const value = Object.hasOwn(jwk, name) ? jwk[name] : undefined
    if (typeof value !== 'string') return null
    if (name !== 'kty' && name !== 'crv' && !isCanonical(name, value, members.crv)) return null
    members[name] = value
  }
  return members
}

function isCanonical(name: string, value: string, curve: string | undefined): boolean {
  const bytes = fromBase64url(value)
  if (bytes === null || bytes.length === 0 || !isBase64url(value)) return false
  if (curve === undefined) {
    if (bytes[0] === 0 || bytes.length > (rsaBytesMax[name] ?? 0)) return false
    return name !== 'e' || isRsaExponent(bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n))
  }
  return !Object.hasOwn(coordinateBytes, curve) || bytes.length === coordinateBytes[curve]
}

/** Imported keys by algorithm, cached as long as the JWK object lives. */
const imported = new WeakMap<object, Map<string, Promise<CryptoKey | null>>>()

/**
 * Imports the public key of a JWK to verify `alg` with; `null` if it is not a public key for it. Cached per JWK object,
 * so that reading and verification import it once. Ignores `use`, `key_ops` and `alg`: a contradiction there is a
 * finding, not an invalid signature. Never rejects.
 */
export function importPublicKey(jwk: unknown, alg: string): Promise<CryptoKey | null> {
  if (!isObject(jwk)) return Promise.resolve(null)
  const known = imported.get(jwk) ?? new Map<string, Promise<CryptoKey | null>>()
  imported.set(jwk, known)
  const name = alg === 'EdDSA' ? 'Ed25519' : alg
  const key = known.get(name) ?? load(jwk, name)
  known.set(name, key)
  return key
}

async function load(jwk: Readonly<Record<string, unknown>>, alg: string): Promise<CryptoKey | null> {
  const members = publicMembers(jwk)
  if (members === null) return null
  try {
    const key = await importJWK(members, alg)
    return key instanceof Uint8Array ? null : key
  } catch {
    return null
  }
}

/**
 * RFC 7638 thumbprint with SHA-256, base64url. `null` for anything but a public asymmetric key, so that a secret never
 * gets a thumbprint (RFC 7638 section 7). Never throws.
 */
export async function thumbprint(jwk: unknown): Promise<string | null> {
  const members = publicMembers(jwk)
  if (members === null) return null
  try {
    return await calculateJwkThumbprint({ ...members }, 'sha256')
  } catch {
    return null
  }
}

/** The thumbprint as bytes, computed synchronously with a given digest; the members already are in RFC 7638 order. */
export function thumbprintBytes(jwk: unknown, digest: Digest): Uint8Array | null {
  const members = publicMembers(jwk)
  return members && digest('sha-256', JSON.stringify(members))
}

/** Facts about a value that should be a public JWK. */
export interface JwkFacts {
  readonly isObject: boolean
  readonly kty: string | null
  readonly crv: string | null
  readonly alg: string | null
  readonly kid: string | null
  /** Private or symmetric members that were sent along, e.g. `d`. RFC7517-4, RFC7518-6 */
  readonly privateMembers: readonly string[]
  /** An importable asymmetric key: for an elliptic curve, the point lies on it. */
  readonly valid: boolean
  /** Exactly the public key members; `null` if invalid. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  /** RFC 7638 thumbprint with SHA-256; `null` if invalid. */
  readonly thumbprint: string | null
}

/** A key read before, whose results are reused. */
type KnownKey = Pick<JwkFacts, 'publicJwk' | 'thumbprint'>

/** Synchronous ports for P-256 keys; Web Crypto needs two asynchronous jobs. */
type KeyPorts = Pick<Ports, 'digest' | 'isPublicKey'>

/**
 * Reads a value that should be a public JWK. `known`: keys read before in the same request. `ports` change the cost,
 * not the result. Never throws.
 */
export async function readPublicJwk(
  value: unknown,
  { known = [], ports }: { readonly known?: readonly KnownKey[]; readonly ports?: KeyPorts | undefined } = {},
): Promise<JwkFacts> {
  const jwk = isObject(value) ? value : {}
  const candidate = publicMembers(jwk)
  const same = candidate && known.find(({ publicJwk }) => publicJwk !== null && isSameKey(publicJwk, candidate))
  // Reuses the object, because imported keys are cached by it.
  const publicJwk = same ? same.publicJwk : candidate && (await isImportable(candidate, ports)) ? candidate : null
  return {
    isObject: isObject(value),
    kty: textOf(jwk, 'kty'),
    crv: textOf(jwk, 'crv'),
    alg: textOf(jwk, 'alg'),
    kid: textOf(jwk, 'kid'),
    privateMembers: privateMemberNames.filter((name) => Object.hasOwn(jwk, name)),
    valid: publicJwk !== null,
    publicJwk,
    thumbprint: same ? same.thumbprint : publicJwk && (await thumbprintOf(publicJwk, ports)),
  }
}

/** True if both have the same public members. */
const isSameKey = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(other).every((name) => one[name] === other[name])

const privateMemberNames = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const

const textOf = (jwk: Record<string, unknown>, name: string): string | null => {
  const value = Object.hasOwn(jwk, name) ? jwk[name] : null
  return typeof value === 'string' ? value : null
}

/** An algorithm to import each key type with: whether a JWK is a key does not depend on its `alg`. */
const algorithms: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
  X25519: 'ECDH-ES',
  RSA: 'PS256',
}

async function isImportable(jwk: Readonly<Record<string, string>>, ports: KeyPorts | undefined): Promise<boolean> {
  if (ports && jwk.crv === 'P-256') return ports.isPublicKey(jwk)
  const algorithm = algorithms[jwk.crv ?? jwk.kty ?? '']
  return algorithm !== undefined && (await importPublicKey(jwk, algorithm)) !== null
}

/** Members already are in thumbprint order. RFC 7638 section 3 */
const thumbprintOf = (jwk: Readonly<Record<string, string>>, ports: KeyPorts | undefined) =>
  ports ? toBase64url(ports.digest('sha-256', JSON.stringify(jwk))) : thumbprint(jwk)

/** The purpose of a public key: verifying signatures (by an algorithm, if known) or key agreement. */
export type KeyPurpose = { readonly verifies: string | null } | 'agrees'

/** What a JWK states against its purpose. */
export interface KeyContradictions {
  readonly use?: unknown
  readonly key_ops?: readonly unknown[]
  readonly alg?: string
}

/** Most entries of `key_ops` to examine. */
const operationsMax = 20

/**
 * Members `use`, `key_ops` and `alg` of a JWK that contradict its purpose, as sent; `null` if none does. An empty list
 * of operations is fine: browsers export key agreement keys that way. Never throws.
 * @see RFC7517-4.2, RFC7517-4.3, RFC7517-4.4
 */
export function keyContradictions(jwk: unknown, purpose: KeyPurpose): KeyContradictions | null {
  if (!isObject(jwk)) return null
  const { use, key_ops: operations, alg } = jwk
  const agrees = purpose === 'agrees'
  const wrongUse = use !== undefined && use !== (agrees ? 'enc' : 'sig')
  const wrongOperations = operations !== undefined && !allows(operations, agrees)
  const wrongAlg = typeof alg === 'string' && !(agrees ? isAgreement(alg) : verifiesBy(alg, purpose.verifies))
  if (!wrongUse && !wrongOperations && !wrongAlg) return null
  return {
    ...(wrongUse && { use }),
    ...(wrongOperations && { key_ops: listOf(operations) }),
    ...(wrongAlg && { alg }),
  }
}

const listOf = (operations: unknown): readonly unknown[] =>
  Array.isArray(operations) ? operations.slice(0, operationsMax) : [operations]

function allows(operations: unknown, agrees: boolean): boolean {
  const names = listOf(operations)
  if (!Array.isArray(operations)) return false
  return agrees
    ? names.length === 0 || names.includes('deriveKey') || names.includes('deriveBits')
    : names.includes('verify')
}

const isAgreement = (alg: string): boolean => alg.startsWith('ECDH') || alg.startsWith('HPKE')

/** Algorithm names with a curve, and their equivalents without. RFC9864-2.1 */
const bareName: Readonly<Record<string, string>> = {
  ESP256: 'ES256',
  ESP384: 'ES384',
  ESP512: 'ES512',
  Ed25519: 'EdDSA',
}

const bare = (alg: string): string => (Object.hasOwn(bareName, alg) ? (bareName[alg] ?? alg) : alg)

const verifiesBy = (alg: string, used: string | null): boolean =>
  used === null ? !/^(ECDH|HPKE|RSA|dir$|A\d)/.test(alg) : bare(alg) === bare(used)

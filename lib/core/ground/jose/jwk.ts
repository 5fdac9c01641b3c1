import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'
import type { Digest, Ports } from '../ports/ports'
import { fromBase64url, isBase64url, toBase64url } from '../values/base64url'
import { isObject } from '../values/json'

/** How large RSA keys may be: whoever sends the key chooses how long every check with it takes. */
export const rsaModulusBitsMax = 4096

export const rsaExponentBitsMax = 32

/**
 * Whether an exponent of a public RSA key can be one: with 1 every message is its own signature, and an even number has no
 * counterpart. RFC 8017 section 3.1
 */
export const isRsaExponent = (exponent: bigint): boolean => exponent >= 3n && exponent % 2n === 1n

/** Members that make up the public key of each kind, in the order of RFC 7638 section 3.2. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** Bytes of a coordinate, RFC 7518 section 6.2.1.2 (leading zeros are kept) and RFC 8037 section 2. */
const coordinateBytes: Readonly<Record<string, number>> = {
  'P-256': 32,
  'P-384': 48,
  'P-521': 66,
  Ed25519: 32,
  X25519: 32,
}

/** Bytes that the numbers of an RSA key may have. */
const rsaBytesMax: Readonly<Record<string, number>> = { n: rsaModulusBitsMax / 8, e: rsaExponentBitsMax / 8 }

/**
 * The members of a JWK that make up the public key, and nothing else: no private member, no `kid`, `alg` or `use`.
 * `null` when it is not an asymmetric key, a member is missing, is not base64url in the one spelling that
 * RFC 7518 allows (two spellings of one key would have two thumbprints), or is a number that no RSA key may have here.
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

/** What was imported of a JWK before, by algorithm; forgotten with the JWK itself. */
const imported = new WeakMap<object, Map<string, Promise<CryptoKey | null>>>()

/**
 * The public key of a JWK, ready to verify `alg` with; `null` when it is not a public key for it. A JWK object is
 * imported once: by the reading of a request and the verification after it, or for as long as the service holds a
 * separate key.
 * `use`, `key_ops` and `alg` of the JWK are left out: a contradiction there is a finding, not a wrong signature. Never
 * rejects.
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
 * RFC 7638 thumbprint with SHA-256, base64url. `null` for anything that is not a public asymmetric key, so that never a
 * thumbprint of a secret is made (RFC 7638 section 7). Never throws.
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

/** The same as bytes and at once, by a digest that is at hand: the members are in the order of RFC 7638 already. */
export function thumbprintBytes(jwk: unknown, digest: Digest): Uint8Array | null {
  const members = publicMembers(jwk)
  return members && digest('sha-256', JSON.stringify(members))
}

/** What a value that should be a public JWK says about itself. */
export interface JwkFacts {
  readonly isObject: boolean
  readonly kty: string | null
  readonly crv: string | null
  readonly alg: string | null
  readonly kid: string | null
  /** Names of private or symmetric members that were sent along, e.g. `d`. RFC7517-4, RFC7518-6 */
  readonly privateMembers: readonly string[]
  /** An asymmetric key that can be imported: for an elliptic curve its point lies on the curve. */
  readonly valid: boolean
  /** The members that make up the public key and nothing else; `null` when the key is not valid. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  /** RFC 7638 thumbprint with SHA-256; `null` when the key is not valid. */
  readonly thumbprint: string | null
}

/** A key that was read before: what came out of it need not be computed again. */
type KnownKey = Pick<JwkFacts, 'publicJwk' | 'thumbprint'>

/** What looks at a P-256 key at once, where the platform's own interface takes a job for the key and one for its digest. */
type KeyPorts = Pick<Ports, 'digest' | 'isPublicKey'>

/**
 * Reads a value that should be a public JWK. `known`: keys of the same request that were read before. With `ports`, what is
 * said is the same and costs less. Never throws.
 */
export async function readPublicJwk(
  value: unknown,
  { known = [], ports }: { readonly known?: readonly KnownKey[]; readonly ports?: KeyPorts | undefined } = {},
): Promise<JwkFacts> {
  const jwk = isObject(value) ? value : {}
  const candidate = publicMembers(jwk)
  const same = candidate && known.find(({ publicJwk }) => publicJwk !== null && isSameKey(publicJwk, candidate))
  // The same object, so that its imported form is found again.
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

/** Both have the public members of a key and no others. */
const isSameKey = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(other).every((name) => one[name] === other[name])

const privateMemberNames = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const

const textOf = (jwk: Record<string, unknown>, name: string): string | null => {
  const value = Object.hasOwn(jwk, name) ? jwk[name] : null
  return typeof value === 'string' ? value : null
}

/** An algorithm to import each kind of key with; its own `alg` says how it signs, not whether it is a key. */
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

/** The public members are in the order that a thumbprint takes them in. RFC 7638 section 3 */
const thumbprintOf = (jwk: Readonly<Record<string, string>>, ports: KeyPorts | undefined) =>
  ports ? toBase64url(ports.digest('sha-256', JSON.stringify(jwk))) : thumbprint(jwk)

/** What a public key is used for: to verify signatures, by an algorithm if that is known, or to agree on a key. */
export type KeyPurpose = { readonly verifies: string | null } | 'agrees'

/** What a JWK says of itself against its purpose. */
export interface KeyContradictions {
  readonly use?: unknown
  readonly key_ops?: readonly unknown[]
  readonly alg?: string
}

/** Members of `key_ops` that are looked at. */
const operationsMax = 20

/**
 * The members `use`, `key_ops` and `alg` of a JWK that say that it is for something else, as sent; `null` when none does. A list of no operations is what browsers export of a key to agree with. Never throws.
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

/** The name with and without the curve stand for one algorithm. RFC9864-2.1 */
const bareName: Readonly<Record<string, string>> = {
  ESP256: 'ES256',
  ESP384: 'ES384',
  ESP512: 'ES512',
  Ed25519: 'EdDSA',
}

const bare = (alg: string): string => (Object.hasOwn(bareName, alg) ? (bareName[alg] ?? alg) : alg)

const verifiesBy = (alg: string, used: string | null): boolean =>
  used === null ? !/^(ECDH|HPKE|RSA|dir$|A\d)/.test(alg) : bare(alg) === bare(used)

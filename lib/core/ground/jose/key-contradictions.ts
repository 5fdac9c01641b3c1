import { isObject } from '../values/json'

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

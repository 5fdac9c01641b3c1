import { type CryptoKey, importJWK } from 'jose'
import { isObject } from '../values/json'
import { publicMembers } from './public-members'

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

import { readJsonText } from '../http/read-json'
import { readPublicJwk } from '../jose/jwk-facts'
import { fromBase64url, fromUtf8, toBase64url } from '../values/base64url'
import { fromBase58 } from './base58'
import { decompressPoint } from './decompress-point'

/** What a DID says by itself. Nothing is ever fetched. */
export type ResolvedDid =
  | {
      readonly resolved: true
      readonly jwk: Readonly<Record<string, string>>
      /** The id of its only verification method. */
      readonly keyId: string
      /** Names of private members in it, e.g. `d`: whoever reads such a DID can sign as its subject. */
      readonly privateMembers: readonly string[]
    }
  | { readonly resolved: false; readonly because: 'method_not_supported' | 'malformed' }

/** The method of a DID, e.g. `key`; `null` when the text is none. DID-CORE-3.1 */
export const didMethod = (did: string): string | null => /^did:([a-z0-9]+):[^?#/\s]+$/.exec(did)?.[1] ?? null

/**
 * Resolves a `did:jwk`, or a `did:key` of P-256, P-384 or Ed25519. Never throws.
 * See https://github.com/quartzjer/did-jwk and https://w3c-ccg.github.io/did-key-spec/
 */
export async function resolveDid(did: string): Promise<ResolvedDid> {
  const method = didMethod(did)
  const text = did.split(':').slice(2).join(':')
  if (method === 'jwk') return verified(keyOfDidJwk(text), `${did}#0`)
  if (method === 'key') return verified(keyOfDidKey(text), `${did}#${text}`)
  return { resolved: false, because: method === null ? 'malformed' : 'method_not_supported' }
}

async function verified(value: unknown, keyId: string): Promise<ResolvedDid> {
  const { publicJwk, privateMembers } = await readPublicJwk(value)
  return publicJwk === null
    ? { resolved: false, because: 'malformed' }
    : { resolved: true, jwk: publicJwk, keyId, privateMembers }
}

function keyOfDidJwk(text: string): unknown {
  const bytes = fromBase64url(text)
  const json = bytes && fromUtf8(bytes)
  if (json === null) return null
  const read = readJsonText(json)
  return read.ok ? read.value : null
}

/** Codes of kinds of keys, as the two bytes that stand before a key. https://github.com/multiformats/multicodec */
const codes = { ed25519: '237,1', p256: '128,36', p384: '129,36' }

function keyOfDidKey(text: string): unknown {
  const bytes = text.startsWith('z') ? fromBase58(text.slice(1)) : null
  if (bytes === null) return null
  const key = bytes.slice(2)
  switch (bytes.slice(0, 2).join(',')) {
    case codes.ed25519:
      return { kty: 'OKP', crv: 'Ed25519', x: toBase64url(key) }
    case codes.p256:
      return decompressPoint('P-256', key)
    case codes.p384:
      return decompressPoint('P-384', key)
    default:
      return null
  }
}

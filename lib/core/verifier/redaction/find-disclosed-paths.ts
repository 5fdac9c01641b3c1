import type { Sha256 } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'
import { isObject, type Json } from '../../ground/values/json'

/** A Disclosure, decoded. */
export interface DecodedDisclosure {
  readonly encoded: string
  readonly salt: Json
  /** `null` for an array element. */
  readonly name: string | null
  readonly value: Json
}

export type ClaimPath = readonly (string | number)[]

/**
 * Finds where each Disclosure belongs in the credential by following the digests from the claims. Leaves out
 * Disclosures that nothing refers to. Only for SHA-256, the default of `_sd_alg`. RFC9901-7.1
 */
export function findDisclosedPaths(
  claims: Json,
  disclosures: readonly DecodedDisclosure[],
  sha256: Sha256,
): ReadonlyMap<DecodedDisclosure, ClaimPath> {
  const byDigest = new Map(
    disclosures.map((disclosure) => [toBase64url(sha256(disclosure.encoded)), disclosure] as const),
  )
  const paths = new Map<DecodedDisclosure, ClaimPath>()
  const find = (digest: unknown, path: (name: string | null) => ClaimPath | null): void => {
    const disclosure = typeof digest === 'string' ? byDigest.get(digest) : undefined
    const place = disclosure === undefined || paths.has(disclosure) ? null : path(disclosure.name)
    if (disclosure === undefined || place === null) return
    paths.set(disclosure, place)
    walk(disclosure.value, place)
  }
  const walk = (value: Json, path: ClaimPath): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (isObject(item) && Object.hasOwn(item, '...'))
          find(item['...'], (name) => (name === null ? [...path, index] : null))
        else walk(item, [...path, index])
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name === '_sd' && Array.isArray(member)) {
          for (const digest of member) find(digest, (name) => (name === null ? null : [...path, name]))
        } else walk(member, [...path, name])
      }
    }
  }
  walk(claims, [])
  return paths
}

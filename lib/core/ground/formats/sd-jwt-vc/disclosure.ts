import type { Random, Sha256 } from '../../ports/ports'
import { toBase64url, utf8 } from '../../values/base64url'
import type { Json } from '../../values/json'

/** Salt of a disclosure: 128 bits, as RFC 9901 section 9.3 recommends. */
const saltBytes = 16

/** A Disclosure, what it says, and the digest that stands for it in the signed part. */
export interface Disclosure {
  /** Salt, name (not for an element of an array) and value. */
  readonly content: readonly Json[]
  readonly encoded: string
  readonly digest: string
}

/** Hides an object member (with `name`) or an array element (without) under a fresh salt. RFC9901-4.2.1, RFC9901-4.2.2 */
export function conceal({
  name,
  value,
  random,
  sha256,
}: {
  readonly name?: string
  readonly value: Json
  readonly random: Random
  readonly sha256: Sha256
}): Disclosure {
  const salt = toBase64url(random(saltBytes))
  const content = name === undefined ? [salt, value] : [salt, name, value]
  const encoded = toBase64url(utf8(JSON.stringify(content)))
  return { content, encoded, digest: disclosureDigest(encoded, sha256) }
}

/** Digest over the encoded Disclosure, never over its content: any JSON encoding will do. RFC9901-4.2.3 */
export const disclosureDigest = (encoded: string, sha256: Sha256): string => toBase64url(sha256(encoded))

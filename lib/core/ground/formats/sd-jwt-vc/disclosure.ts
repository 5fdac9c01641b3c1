import type { HashFunction, Random } from '../../ports/ports'
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
  hash,
}: {
  readonly name?: string
  readonly value: Json
  readonly random: Random
  /** The hash function of the credential. */
  readonly hash: HashFunction
}): Disclosure {
  const salt = toBase64url(random(saltBytes))
  const content = name === undefined ? [salt, value] : [salt, name, value]
  const encoded = toBase64url(utf8(JSON.stringify(content)))
  return { content, encoded, digest: disclosureDigest(encoded, hash) }
}

/** Digest over the encoded Disclosure, never over its content: any JSON encoding will do. RFC9901-4.2.3 */
export const disclosureDigest = (encoded: string, hash: HashFunction): string => toBase64url(hash(encoded))

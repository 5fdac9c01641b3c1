import { jsonDepthMax } from '../../http/limits'
import { readJsonText } from '../../http/read-json'
import { type ReadJwt, readJwt } from '../../jose/jwt'
import type { Sha256 } from '../../ports/ports'
import { fromBase64url, fromUtf8 } from '../../values/base64url'
import { isObject } from '../../values/json'
import { disclosureDigest } from './issue-sd-jwt-vc'

/** An SD-JWT with the claims that its Disclosures reveal; nothing is verified. */
export type ReadSdJwt =
  | {
      readonly readable: true
      readonly jwt: Extract<ReadJwt, { readable: true }>
      readonly disclosures: readonly string[]
      /** Claims with all Disclosures in place. */
      readonly claims: Record<string, unknown>
    }
  | { readonly readable: false; readonly reason: string }

/** Most Disclosures per SD-JWT. */
const disclosuresMax = 256

/**
 * Reads an SD-JWT without key binding and resolves its Disclosures. Never throws. Refuses a Disclosure that is
 * malformed, repeated or unreferenced, or that would overwrite a claim. RFC9901-7.1
 */
export function readSdJwt(value: string, sha256: Sha256): ReadSdJwt {
  const parts = value.split('~', disclosuresMax + 3)
  const [encodedJwt = '', ...rest] = parts
  if (rest.length === 0 || rest.at(-1) !== '') return unreadable('The SD-JWT does not end with a tilde.')
  const disclosures = rest.slice(0, -1)
  if (disclosures.length > disclosuresMax) return unreadable('The SD-JWT has too many Disclosures.')
  const jwt = readJwt(encodedJwt)
  if (!jwt.readable) return jwt
  if (Object.hasOwn(jwt.claims, '_sd_alg') && jwt.claims._sd_alg !== 'sha-256') {
    return unreadable('The digest algorithm is not sha-256.')
  }
  const open = new Map<string, readonly unknown[]>()
  for (const disclosure of disclosures) {
    const content = readDisclosure(disclosure)
    if (content === null) return unreadable('A Disclosure is not an array of two or three elements.')
    const digest = disclosureDigest(disclosure, sha256)
    if (open.has(digest)) return unreadable('A Disclosure is repeated.')
    open.set(digest, content)
  }
  const resolver = new Resolver(open)
  const claims = resolver.object(jwt.claims)
  if (resolver.error !== null) return unreadable(resolver.error)
  if (open.size > 0) return unreadable('A Disclosure belongs to no digest.')
  delete claims._sd_alg
  return { readable: true, jwt, disclosures, claims }
}

const unreadable = (reason: string) => ({ readable: false, reason }) as const

function readDisclosure(encoded: string): readonly unknown[] | null {
  const bytes = fromBase64url(encoded)
  const text = bytes === null ? null : fromUtf8(bytes)
  const json = text === null ? null : readJsonText(text)
  if (!json?.ok || !Array.isArray(json.value)) return null
  const content: readonly unknown[] = json.value
  const named = content.length === 3 && typeof content[1] === 'string'
  return typeof content[0] === 'string' && (named || content.length === 2) ? content : null
}

/** Substitutes Disclosures for their digests, each once. Digests without one are decoys or withheld. */
class Resolver {
  error: string | null = null
  private depth = 0
  constructor(private readonly open: Map<string, readonly unknown[]>) {}

  object(source: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const result = new Map<string, unknown>()
    for (const [name, value] of Object.entries(source)) if (name !== '_sd') result.set(name, this.value(value))
    const digests: readonly unknown[] = Array.isArray(source._sd) ? source._sd : []
    for (const digest of digests) {
      const content = this.take(digest, 3)
      if (content === null) continue
      const name = String(content[1])
      if (name === '_sd' || name === '...') this.error ??= 'A Disclosure has a reserved name.'
      if (result.has(name)) this.error ??= 'A Disclosure would replace a claim.'
      result.set(name, this.value(content[2]))
    }
    return Object.fromEntries(result)
  }

  private value(value: unknown): unknown {
    if (typeof value !== 'object') return value
    // Nested Disclosures can nest deeper than any single one.
    if (this.depth >= jsonDepthMax) {
      this.error ??= 'The claims are nested too deep.'
      return null
    }
    this.depth += 1
    const resolved = this.inside(value)
    this.depth -= 1
    return resolved
  }

  private inside(value: unknown): unknown {
    if (Array.isArray(value)) return value.flatMap((element: unknown) => this.element(element))
    return isObject(value) ? this.object(value) : value
  }

  private element(element: unknown): unknown[] {
    if (!isObject(element) || !Object.hasOwn(element, '...')) return [this.value(element)]
    const content = this.take(element['...'], 2)
    return content === null ? [] : [this.value(content[1])]
  }

  private take(digest: unknown, length: 2 | 3): readonly unknown[] | null {
    if (typeof digest !== 'string') return null
    const content = this.open.get(digest)
    if (content === undefined) return null
    this.open.delete(digest)
    if (content.length !== length) {
      this.error ??= 'A Disclosure is used in a place for the other kind.'
      return null
    }
    return content
  }
}

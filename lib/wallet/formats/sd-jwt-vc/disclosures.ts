import { createHash } from 'node:crypto'
import { WalletStop } from '../../errors'
import { isObject, type JsonObject } from '../../json'

const depthMax = 32

interface Disclosure {
  encoded: string
  name: string | null
  value: unknown
}

const nodeNames: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }

/**
 * The hash function of an SD-JWT's `_sd_alg`, returning base64url (RFC9901-4.1.1).
 *
 * @throws WalletStop when the wallet does not support it
 */
export function sdHash({ _sd_alg: algorithm = 'sha-256' }: JsonObject): (text: string) => string {
  const name = typeof algorithm === 'string' ? nodeNames[algorithm] : undefined
  if (name === undefined) throw new WalletStop('The SD-JWT uses a hash algorithm that the wallet does not know')
  return (text) => createHash(name).update(text, 'ascii').digest('base64url')
}

/** A claim with its children, and the disclosures that reveal it. */
export interface ClaimNode {
  value: unknown
  /**
   * Encoded disclosures, outermost first: those of its ancestors, then its own. Empty when the claim is in the clear.
   */
  disclosures: readonly string[]
  /** Object members by name, or array elements in order; empty for other values. */
  children: ReadonlyMap<string | number, ClaimNode>
}

/**
 * Puts the disclosed values into the payload (RFC9901-7.1): each digest at most once, every disclosure used, no
 * reserved or duplicate names, nested digests resolved, undisclosed array elements removed.
 *
 * @throws WalletStop that names the broken rule
 */
export function unpackDisclosures(payload: JsonObject, encoded: string[]): JsonObject {
  const { value } = readClaims(payload, encoded)
  return isObject(value) ? value : {}
}

/**
 * The claims of a payload as a tree, each with the disclosures that reveal it (RFC9901-7.1).
 *
 * @throws WalletStop that names the broken rule
 */
export function readClaims(payload: JsonObject, encoded: string[]): ClaimNode {
  const hash = sdHash(payload)
  const disclosures = new Map<string, Disclosure>()
  for (const text of encoded) {
    const digest = hash(text)
    if (disclosures.has(digest)) throw new WalletStop('A disclosure is there twice')
    disclosures.set(digest, readDisclosure(text))
  }
  const seen = new Set<string>()
  const used = new Set<Disclosure>()

  const take = (digest: unknown): Disclosure | null => {
    if (typeof digest !== 'string') throw new WalletStop('A digest is not a string')
    if (seen.has(digest)) throw new WalletStop('A digest is there twice')
    seen.add(digest)
    const found = disclosures.get(digest) ?? null
    if (found !== null) used.add(found)
    return found
  }
  const walk = (value: unknown, above: readonly string[], depth: number): ClaimNode => {
    if (depth > depthMax) throw new WalletStop('The claims are nested too deeply')
    if (isObject(value)) return walkObject(value, above, depth)
    if (!Array.isArray(value)) return { value, disclosures: above, children: new Map() }
    const elements = value.flatMap((element: unknown) => walkElement(element, above, depth + 1))
    return { value: elements.map((node) => node.value), disclosures: above, children: new Map(elements.entries()) }
  }
  const walkElement = (element: unknown, above: readonly string[], depth: number): ClaimNode[] => {
    if (!isObject(element) || !Object.hasOwn(element, '...')) return [walk(element, above, depth)]
    if (Object.keys(element).length !== 1) throw new WalletStop('An array digest has further members')
    const found = take(element['...'])
    if (found === null) return []
    if (found.name !== null) throw new WalletStop('An array element is disclosed with a name')
    return [walk(found.value, [...above, found.encoded], depth)]
  }
  const walkObject = (object: JsonObject, above: readonly string[], depth: number): ClaimNode => {
    const members = new Map<string, ClaimNode>()
    for (const [name, value] of Object.entries(object)) {
      if (name === '...') throw new WalletStop('A member has the reserved name ...')
      if (name !== '_sd' && !(depth === 0 && name === '_sd_alg')) members.set(name, walk(value, above, depth + 1))
    }
    for (const digest of digestsOf(object)) {
      const found = take(digest)
      if (found === null) continue
      if (found.name === null) throw new WalletStop('A member is disclosed without a name')
      if (found.name === '_sd' || found.name === '...') throw new WalletStop('A disclosure has a reserved name')
      if (Object.hasOwn(object, found.name) || members.has(found.name))
        throw new WalletStop('A disclosure repeats a member')
      members.set(found.name, walk(found.value, [...above, found.encoded], depth + 1))
    }
    const value = Object.fromEntries([...members].map(([name, node]) => [name, node.value]))
    return { value, disclosures: above, children: members }
  }

  const claims = walkObject(payload, [], 0)
  if (used.size !== disclosures.size) throw new WalletStop('No digest covers one of the disclosures')
  return claims
}

function digestsOf(object: JsonObject): unknown[] {
  if (!Object.hasOwn(object, '_sd')) return []
  if (!Array.isArray(object._sd)) throw new WalletStop('_sd is not an array')
  return object._sd
}

function readDisclosure(encoded: string): Disclosure {
  const parts = /^[A-Za-z0-9_-]+$/.test(encoded) ? parseArray(Buffer.from(encoded, 'base64url').toString('utf8')) : null
  if (parts === null || typeof parts[0] !== 'string') throw new WalletStop('A disclosure is malformed')
  const [, second, third] = parts
  if (parts.length === 2) return { encoded, name: null, value: second }
  if (parts.length === 3 && typeof second === 'string') return { encoded, name: second, value: third }
  throw new WalletStop('A disclosure is malformed')
}

function parseArray(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

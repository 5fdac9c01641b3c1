import type { HandedOut } from '@/lib/core/engine/endpoints/endpoint'
import type { Exchange } from '@/lib/core/ground/http/exchange'
import type { Random, Sha256 } from '@/lib/core/ground/ports/ports'
import type { EpochMillis } from '@/lib/core/ground/time/time'
import { addHash, createRollingHashes, newHashSet } from './rolling-hashes'

/** Length of the random part of our secrets: 32 bytes in base64url. Anything before it is a prefix. */
const secretCharacters = 43
/** Maximum number of characters searched in a request's head and body. */
const charactersMax = 128 * 1024

export interface MadeSecrets {
  /** Remembers the secrets in a response. */
  note(handedOut: readonly HandedOut[]): void
  /** The live values in a request, each once. */
  findIn(exchange: Exchange): string[]
}

/** A live value, identified by its digest; the value itself is not kept. */
interface Alive {
  readonly hash: number
  readonly expiresAt: EpochMillis
}

/**
 * Remembers, by digest, the secrets that this process issued and that are still valid. A request may contain one in an
 * unexpected place: in the path of a `Referer`, inside a word, or as a name. Secrets from before a restart are
 * recognised only by their form.
 * Computing a digest at every position of a request would cost more than everything else. So each secret also has a
 * 32-bit rolling hash under a key of this process, and the digest is computed only where that hash matches.
 */
export function createMadeSecrets({
  sha256,
  random,
  rememberedMax = 50_000,
}: {
  readonly sha256: Sha256
  readonly random: Random
  /** Maximum number of remembered values; the oldest are dropped. */
  readonly rememberedMax?: number
}): MadeSecrets {
  const hashes = createRollingHashes(secretCharacters, random)
  const alive = new Map<string, Alive>()
  /** How many live values have a hash. */
  const hashed = new Map<number, number>()
  /**
   * The hashes of live values, and of some that were forgotten since this filter was built. It rules out nearly every
   * position of a request.
   */
  let noted = newHashSet()
  let forgotten = 0

  const digest = (value: string): string => Buffer.from(sha256(value)).toString('base64url')
  const forget = (key: string, { hash }: Alive): void => {
    alive.delete(key)
    forgotten += 1
    const others = (hashed.get(hash) ?? 1) - 1
    if (others === 0) hashed.delete(hash)
    else hashed.set(hash, others)
  }
  const remember = ({ secret, expiresAt }: HandedOut): void => {
    const value = secret.slice(-secretCharacters)
    const hash = hashes.of(value)
    if (hash === null) return
    const key = digest(value)
    const known = alive.get(key)
    if (known !== undefined) forget(key, known)
    alive.set(key, { hash, expiresAt })
    hashed.set(hash, (hashed.get(hash) ?? 0) + 1)
    addHash(noted, hash)
    for (const [oldest, entry] of alive) {
      if (alive.size <= rememberedMax) break
      forget(oldest, entry)
    }
    if (forgotten > rememberedMax) {
      noted = newHashSet()
      for (const alike of hashed.keys()) addHash(noted, alike)
      forgotten = 0
    }
  }

  return {
    note: (handedOut) => handedOut.forEach(remember),
    findIn(exchange) {
      const found = new Set<string>()
      if (hashed.size === 0) return []
      for (const text of textsOf(exchange))
        hashes.each(text, noted, (hash, end) => {
          if (!hashed.has(hash)) return
          const value = text.slice(end - secretCharacters, end)
          if (!found.has(value) && (alive.get(digest(value))?.expiresAt ?? 0) > exchange.at) found.add(value)
        })
      return [...found]
    },
  }
}

/**
 * All text of a request as received. Parts that may hold a value once decoded, such as runs of its characters and
 * escapes, are added percent-decoded.
 */
function textsOf({ method, path, query, headers, body: { buffer, byteOffset, length } }: Exchange): string[] {
  const head = [method, path, query ?? '', ...headers.flat()].join('\n').slice(0, charactersMax)
  const body = Buffer.from(buffer, byteOffset, Math.min(length, charactersMax)).toString('latin1')
  return [head, body].flatMap((text) => [text, ...decodedRuns(text)])
}

function decodedRuns(text: string): string[] {
  if (!text.includes('%')) return []
  const encoded = (text.match(/[A-Za-z0-9_%-]{43,}/g) ?? []).filter((run) => run.includes('%'))
  return encoded.map((run) => run.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => asCharacter(hex)))
}

const asCharacter = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))

import { toBase64url } from '@/lib/core/base64url'
import type { Exchange } from '@/lib/core/http/exchange'
import type { Sha256 } from '@/lib/core/ports'
import type { Commit } from '@/lib/core/store-types'
import type { EpochMillis } from '@/lib/core/time'

/** Values that are remembered; the oldest make room. */
const rememberedMax = 50_000
/** What is made here has this length: 32 bytes in base64url. */
const secretCharacters = 43
/** Characters of a request that are looked through, and places in it that are tried. */
const charactersMax = 128 * 1024
const placesMax = 5000
/** What may stand before a value that is kept with it. */
const prefixes = ['', 'urn:ietf:params:oauth:request_uri:']

/**
 * Knows what this process handed out and what is still alive, by its digest. A request may hold such a value where nobody
 * expects one: in the path of a `Referer`, glued to a word, in the place of a name. After a restart the older ones are
 * known by what they look like only.
 */
export function createMadeSecrets(sha256: Sha256) {
  const alive = new Map<string, EpochMillis>()
  const isAlive = (value: string, now: EpochMillis): boolean =>
    prefixes.some((prefix) => (alive.get(toBase64url(sha256(prefix + value))) ?? 0) > now)
  return {
    /** Remembers what a commit grants. */
    note({ effects }: Commit): void {
      for (const effect of effects) {
        if (effect.type !== 'grant') continue
        alive.set(effect.value.digest, effect.value.expiresAt)
        const [oldest] = alive.keys()
        if (alive.size > rememberedMax && oldest !== undefined) alive.delete(oldest)
      }
    },
    /** The live values that a request holds, each once. */
    findIn(exchange: Exchange): string[] {
      const found = new Set<string>()
      let places = 0
      for (const [run] of textOf(exchange).matchAll(/[A-Za-z0-9_-]{43,128}/g)) {
        for (let from = 0; from + secretCharacters <= run.length && places < placesMax; from += 1) {
          places += 1
          const value = run.slice(from, from + secretCharacters)
          if (isAlive(value, exchange.at)) found.add(value)
        }
      }
      return [...found]
    },
  }
}

/** Everything that a request says, as it came and percent-decoded. */
function textOf({ method, path, query, headers, body }: Exchange): string {
  const head = [method, path, query ?? '', ...headers.flat()].join('\n').slice(0, charactersMax)
  const text = `${head}\n${new TextDecoder('latin1').decode(body.subarray(0, charactersMax))}`
  return text.includes('%')
    ? `${text}\n${text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))}`
    : text
}

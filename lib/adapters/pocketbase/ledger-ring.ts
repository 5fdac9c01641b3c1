import type { ExchangeId } from '@/lib/core/ids'
import type { Commit, StoredExchange } from '@/lib/core/store-types'

/**
 * The newest exchanges in memory, so that the ledger can be read without loading a thousand records. Loaded from
 * storage at the first read, then updated after each commit.
 */
export interface LedgerRing {
  /** Applies a commit that is on disk. `characters`: size of the commit as JSON. */
  add(commit: Commit, characters: number): void
  /** At most `limit` of the newest entries by arrival, oldest first. */
  newest(limit: number): Promise<StoredExchange[]>
  /** Clears the ring; the next read loads it again. */
  clear(): void
}

interface Entry {
  exchange: StoredExchange
  readonly characters: number
}

const byArrival = (a: Entry, b: Entry): number => a.exchange.at - b.exchange.at

/**
 * @param options.size how many exchanges are kept
 * @param options.charactersMax total size of their JSON, so that many large bodies cannot fill the memory
 * @param options.holds whether an exchange belongs in this ring; all do by default
 * @param options.load the newest exchanges in storage, oldest first, each with the size of its JSON
 */
export function createLedgerRing(options: {
  readonly size: number
  readonly charactersMax: number
  readonly holds?: (exchange: StoredExchange) => boolean
  readonly load: (limit: number, charactersMax: number) => Promise<Entry[]>
}): LedgerRing {
  const { holds = () => true } = options
  let entries: Entry[] | null = null
  let characters = 0
  let filling: Promise<Entry[]> | null = null
  /** Counts clearings, so that a load that began before one is discarded. */
  let generation = 0
  /** Commits written while the ring was loading: the load may or may not include them. */
  let meanwhile: { readonly commit: Commit; readonly characters: number }[] = []

  const evict = (kept: Entry[]): void => {
    while (kept.length > options.size || (characters > options.charactersMax && kept.length > 1))
      characters -= kept.shift()?.characters ?? 0
  }

  const insert = (kept: Entry[], entry: Entry): void => {
    let index = kept.length
    while (index > 0 && (kept[index - 1]?.exchange.at ?? 0) > entry.exchange.at) index--
    kept.splice(index, 0, entry)
    characters += entry.characters
    evict(kept)
  }

  const apply = (kept: Entry[], commit: Commit, size: number): void => {
    const exchanges = [...(commit.exchange ? [commit.exchange] : []), ...(commit.internal ?? [])]
    for (const exchange of exchanges) {
      if (holds(exchange) && !kept.some((entry) => entry.exchange.id === exchange.id))
        insert(kept, { exchange, characters: Math.ceil(size / exchanges.length) })
    }
    const bound = new Map<ExchangeId, StoredExchange['sessionId']>()
    for (const effect of commit.effects) if (effect.type === 'bind') bound.set(effect.exchangeId, effect.sessionId)
    if (bound.size === 0) return
    for (const entry of kept) {
      const sessionId = bound.get(entry.exchange.id)
      if (sessionId && entry.exchange.sessionId === null) entry.exchange = { ...entry.exchange, sessionId }
    }
  }

  const fill = async (): Promise<Entry[]> => {
    meanwhile = []
    const started = generation
    const loaded = (await options.load(options.size, options.charactersMax)).sort(byArrival)
    characters = loaded.reduce((sum, entry) => sum + entry.characters, 0)
    evict(loaded)
    for (const late of meanwhile) apply(loaded, late.commit, late.characters)
    meanwhile = []
    if (generation === started) entries = loaded
    return loaded
  }

  return {
    add(commit, size) {
      if (entries) apply(entries, commit, size)
      else if (filling) meanwhile.push({ commit, characters: size })
    },
    async newest(limit) {
      if (!entries)
        filling ??= fill().finally(() => {
          filling = null
        })
      const kept = entries ?? (await filling) ?? []
      return kept.slice(Math.max(0, kept.length - limit)).map((entry) => entry.exchange)
    },
    clear() {
      entries = null
      generation++
    },
  }
}

import type { Commit, StoredExchange } from '@/lib/core/ground/ports/store-types'
import { createFairShare, type FairShare, type Held } from '../../fair-share'
import { shareOf } from '../../share-of'

/**
 * The newest exchanges in memory, so that the ledger can be read without loading a thousand records. Loaded from
 * storage at the first read, then updated after each commit: it is no memory of sessions, since it holds the requests of all
 * in their order, those without a session too, and a commit adds to it what would make another memory forget.
 */
export interface LedgerRing {
  /** Applies a commit that is on disk. `characters`: size of the commit as JSON. */
  written(commit: Commit, characters: number): void
  /** At most `limit` of the newest entries by arrival, oldest first. */
  newest(limit: number): Promise<StoredExchange[]>
  /** Forgets everything: the next read loads it again. */
  forget(): void
}

/** An exchange with the size of its JSON. */
export interface LoadedExchange {
  readonly exchange: StoredExchange
  readonly characters: number
}

interface Entry extends Held {
  exchange: StoredExchange
}

const toEntry = ({ exchange, characters }: LoadedExchange): Entry => ({
  id: exchange.id,
  at: exchange.at,
  share: shareOf(exchange),
  exchange,
  characters,
})

/**
 * Beyond its bounds, the client that holds most gives way first, see `createFairShare`.
 *
 * @param options.size how many exchanges are kept
 * @param options.charactersMax total size of their JSON, so that many large bodies cannot fill the memory
 * @param options.holds whether an exchange belongs in this ring; all do by default
 * @param options.load the newest exchanges in storage, oldest first, each with the size of its JSON
 */
export function createLedgerRing(options: {
  readonly size: number
  readonly charactersMax: number
  readonly holds?: (exchange: StoredExchange) => boolean
  readonly load: (limit: number, charactersMax: number) => Promise<LoadedExchange[]>
}): LedgerRing {
  const { holds = () => true } = options
  let entries: FairShare<Entry> | null = null
  let filling: Promise<FairShare<Entry>> | null = null
  /** Counts how often all was forgotten, so that a load that began before is discarded. */
  let generation = 0
  /** Commits written while the ring was loading: the load may or may not include them. */
  let meanwhile: { readonly commit: Commit; readonly characters: number }[] = []

  const apply = (kept: FairShare<Entry>, commit: Commit, size: number): void => {
    const exchanges = [...(commit.exchange ? [commit.exchange] : []), ...(commit.internal ?? [])]
    for (const exchange of exchanges) {
      if (holds(exchange)) kept.add(toEntry({ exchange, characters: Math.ceil(size / exchanges.length) }))
    }
    for (const effect of commit.effects) {
      const entry = effect.type === 'bind' ? kept.get(effect.exchangeId) : undefined
      if (effect.type === 'bind' && entry?.exchange.sessionId === null)
        entry.exchange = { ...entry.exchange, sessionId: effect.sessionId }
    }
  }

  const fill = async (): Promise<FairShare<Entry>> => {
    meanwhile = []
    const started = generation
    const loaded = createFairShare<Entry>(options)
    for (const entry of await options.load(options.size, options.charactersMax)) loaded.add(toEntry(entry))
    for (const late of meanwhile) apply(loaded, late.commit, late.characters)
    meanwhile = []
    if (generation === started) entries = loaded
    return loaded
  }

  return {
    written(commit, size) {
      if (entries) apply(entries, commit, size)
      else if (filling) meanwhile.push({ commit, characters: size })
    },
    async newest(limit) {
      if (!entries)
        filling ??= fill().finally(() => {
          filling = null
        })
      const kept = (entries ?? (await filling))?.entries() ?? []
      return kept.slice(Math.max(0, kept.length - limit)).map((entry) => entry.exchange)
    },
    forget() {
      entries = null
      generation++
    },
  }
}

import type { Commit, StoredExchange } from '@/lib/core/ground/ports/store-types'
import { createFairShare, type FairShare, type Held } from '../../fair-share'
import { shareOf } from '../../share-of'

/**
 * Keeps the newest exchanges in memory, so that reading the ledger does not load a thousand records. It is loaded from
 * storage at the first read and updated after each commit. It is not part of the session memory, because it holds the
 * requests of all sessions in order, and those without one, and because a commit adds entries here but invalidates
 * entries there.
 */
export interface LedgerRing {
  /** Applies a commit that is on disk. `characters` is its size as JSON. */
  written(commit: Commit, characters: number): void
  /** At most `limit` of the newest entries by arrival, oldest first. */
  newest(limit: number): Promise<StoredExchange[]>
  /** Forgets everything; the next read loads it again. */
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
 * When a bound is exceeded, the client that holds the most loses its oldest entry, see `createFairShare`.
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
  /** Increases with each `forget`, so that a load that began earlier is discarded. */
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

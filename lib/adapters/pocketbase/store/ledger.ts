import { z } from 'zod'
import {
  belongsToLedger,
  type WalletProtocol,
  walletProtocolOf,
  walletProtocols,
} from '@/lib/core/shared/http/exchange'
import { type Comparison, filterOf } from '@/lib/core/shared/ports/filter'
import {
  type Commit,
  type LedgerExchange,
  type StoredExchange,
  toLedgerExchange,
} from '@/lib/core/shared/ports/store-types'
import { createFairShare, type FairShare, type Held, shareOf } from '../../fair-share'
import type { PocketBaseClient } from '../client/client'
import { listPage } from '../client/list-records'
import { readExchange } from '../rows/tables'

/**
 * Keeps the newest exchanges in memory, so that reading the ledger does not load a thousand records. It is loaded from
 * storage at the first read and updated after each commit. Separate from the session memory, because it also holds
 * exchanges without a session, and because a commit adds entries here but invalidates entries there.
 */
export interface LedgerRing {
  /** Applies a commit that is on disk. `characters` is its size as JSON. */
  written(commit: Commit, characters: number): void
  /** At most `limit` of the newest entries by arrival, oldest first. */
  newest(limit: number): Promise<LedgerExchange[]>
  /** Forgets everything; the next read loads it again. */
  forget(): void
}

/** An exchange with the size of its JSON. */
export interface LoadedExchange {
  readonly exchange: StoredExchange
  readonly characters: number
}

interface Entry extends Held {
  exchange: LedgerExchange
}

const toEntry = ({ exchange, characters }: LoadedExchange): Entry => ({
  id: exchange.id,
  at: exchange.at,
  share: shareOf(exchange),
  exchange: toLedgerExchange(exchange),
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

/** The newest exchanges of every protocol. */
export interface Ledger extends Pick<LedgerRing, 'written' | 'forget'> {
  /** At most `limit` of the newest entries of one protocol, or of all, by arrival, oldest first. */
  newest(limit: number, protocol?: WalletProtocol): Promise<LedgerExchange[]>
}

/** Keeps one bounded ring per protocol, so that a busy protocol does not evict the other's exchanges. */
export function createLedger(
  optionsFor: (protocol: WalletProtocol) => Omit<Parameters<typeof createLedgerRing>[0], 'holds'>,
): Ledger {
  const rings = walletProtocols.map((protocol) => ({
    protocol,
    ring: createLedgerRing({
      ...optionsFor(protocol),
      holds: (exchange) => belongsToLedger(exchange) && walletProtocolOf(exchange) === protocol,
    }),
  }))
  return {
    written(commit, characters) {
      for (const { ring } of rings) ring.written(commit, characters)
    },
    async newest(limit, protocol) {
      const wanted = rings.filter((one) => protocol === undefined || one.protocol === protocol)
      const lists = await Promise.all(wanted.map(({ ring }) => ring.newest(limit)))
      const all = lists.flat().sort((a, b) => a.at - b.at)
      return all.slice(Math.max(0, all.length - limit))
    },
    forget() {
      for (const { ring } of rings) ring.forget()
    },
  }
}

/** Whole exchanges per request: their ids must fit into its filter. */
const exchangePage = 50

/** Shares per request: PocketBase's maximum page size. */
const sharePage = 1000

/** Number of newest exchanges to search for those that belong in the ledger. */
const sharesLookedAt = 20_000

const zShare = z.object({ id: z.string(), at: z.string(), client: z.string(), characters: z.int() })

/**
 * Loads the exchanges of one protocol for the ledger, oldest first, up to `limit` entries or the maximum size of their
 * JSON. Selects them from the newest 20,000 as if they had arrived one by one, so each client keeps its newest.
 */
export async function loadNewest(
  client: PocketBaseClient,
  {
    protocol,
    limit,
    charactersMax,
  }: {
    readonly protocol: WalletProtocol
    readonly limit: number
    readonly charactersMax: number
  },
): Promise<LoadedExchange[]> {
  const share = createFairShare<Held>({ size: limit, charactersMax })
  for (const entry of (await newestShares(client, protocol)).reverse()) share.add(entry)
  const wanted = share.entries().map(({ id }) => id)
  const loaded = new Map<string, LoadedExchange>()
  for (let from = 0; from < wanted.length; from += exchangePage) {
    const filter = filterOf(wanted.slice(from, from + exchangePage).map((id): Comparison => ['id', '=', { uuid: id }]))
    const query = { collection: 'recorded_exchanges', filter, sort: 'id', perPage: exchangePage }
    for (const record of await listPage(client, query, 1)) {
      const exchange = readExchange(record)
      if (belongsToLedger(exchange)) loaded.set(exchange.id, { exchange, characters: JSON.stringify(record).length })
    }
  }
  // Exchanges that were deleted meanwhile are missing, and those that the ledger does not show.
  return wanted.flatMap((id) => loaded.get(id) ?? [])
}

/** The size and client of the newest exchanges of a protocol, newest first. */
async function newestShares(client: PocketBaseClient, protocol: WalletProtocol): Promise<Held[]> {
  const found = new Map<string, Held>()
  const filter = filterOf(['of_verifier', '=', { flag: protocol === 'openid4vp' }])
  for (let page = 1; page * sharePage <= sharesLookedAt; page++) {
    const query = { collection: 'exchange_shares', filter, sort: '-at,-seq', perPage: sharePage }
    const records = await listPage(client, query, page)
    for (const record of records) {
      const { id, at, characters, ...of } = zShare.parse(record)
      // Exchanges that arrived meanwhile push others to the next page, which then repeats them.
      if (!found.has(id)) found.set(id, { id, at: Date.parse(at), share: shareOf(of), characters })
    }
    if (records.length < sharePage) break
  }
  return [...found.values()]
}

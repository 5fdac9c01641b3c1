import { z } from 'zod'
import type { WalletProtocol } from '@/lib/core/ground/http/wallet-protocol'
import { type Comparison, filterOf } from '@/lib/core/ground/ports/filter'
import { createFairShare, type Held } from '../../fair-share'
import { shareOf } from '../../share-of'
import type { PocketBaseClient } from '../client/client'
import { listPage } from '../client/list-records'
import { readExchange } from '../rows/records'
import type { LoadedExchange } from './ledger-ring'

/** Exchanges of one request for whole ones: their ids have to fit into its filter. */
const exchangePage = 50
/** Exchanges of one request for their shares, the most that PocketBase gives. */
const sharePage = 1000
/** As many of the newest exchanges are looked at to find those that belong into the ledger. */
const sharesLookedAt = 20_000

const zShare = z.object({ id: z.string(), at: z.string(), client: z.string(), characters: z.int() })

/**
 * The exchanges of one protocol that the ledger holds, oldest first, up to `limit` entries or the maximum size of their
 * JSON: of the newest 20,000, each client's newest, as if they had come while the ledger was in memory.
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
      loaded.set(exchange.id, { exchange, characters: JSON.stringify(record).length })
    }
  }
  // What was deleted meanwhile is missing.
  return wanted.flatMap((id) => loaded.get(id) ?? [])
}

/** What the newest exchanges of a protocol take, and of whom they are; newest first. */
async function newestShares(client: PocketBaseClient, protocol: WalletProtocol): Promise<Held[]> {
  const found = new Map<string, Held>()
  const filter = filterOf(['of_verifier', '=', { flag: protocol === 'openid4vp' }])
  for (let page = 1; page * sharePage <= sharesLookedAt; page++) {
    const query = { collection: 'exchange_shares', filter, sort: '-at,-seq', perPage: sharePage }
    const records = await listPage(client, query, page)
    for (const record of records) {
      const { id, at, characters, ...of } = zShare.parse(record)
      // Exchanges that came meanwhile move others to the next page.
      if (!found.has(id)) found.set(id, { id, at: Date.parse(at), share: shareOf(of), characters })
    }
    if (records.length < sharePage) break
  }
  return [...found.values()]
}

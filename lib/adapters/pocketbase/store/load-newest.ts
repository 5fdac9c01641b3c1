import { z } from 'zod'
import { isOfLedger, type WalletProtocol } from '@/lib/core/ground/http/exchange'
import { type Comparison, filterOf } from '@/lib/core/ground/ports/filter'
import { createFairShare, type Held } from '../../fair-share'
import { shareOf } from '../../share-of'
import type { PocketBaseClient } from '../client/client'
import { listPage } from '../client/list-records'
import { readExchange } from '../rows/tables'
import type { LoadedExchange } from './ledger-ring'

/** Whole exchanges per request: their ids must fit into its filter. */
const exchangePage = 50
/** Shares per request: PocketBase's maximum page size. */
const sharePage = 1000
/** How many of the newest exchanges are examined to find those that belong in the ledger. */
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
      if (isOfLedger(exchange)) loaded.set(exchange.id, { exchange, characters: JSON.stringify(record).length })
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

import type { WalletProtocol } from '@/lib/core/http/wallet-protocol'
import type { StoredExchange } from '@/lib/core/store-types'
import type { PocketBaseClient } from './client'
import { listPage } from './list-records'
import { readExchange } from './records'

const exchangePage = 200

/** The newest exchanges of one protocol, oldest first, up to `limit` entries or the maximum size of their JSON. */
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
): Promise<{ exchange: StoredExchange; characters: number }[]> {
  const loaded = new Map<string, { exchange: StoredExchange; characters: number }>()
  let characters = 0
  const filter = `of_verifier = ${protocol === 'openid4vp'}`
  for (let page = 1; ; page++) {
    const query = { collection: 'recorded_exchanges', filter, sort: '-at,-seq', perPage: exchangePage }
    const records = await listPage(client, query, page)
    for (const record of records) {
      const exchange = readExchange(record)
      if (loaded.has(exchange.id)) continue
      const size = JSON.stringify(record).length
      characters += size
      if (loaded.size === limit || (characters > charactersMax && loaded.size > 0))
        return [...loaded.values()].reverse()
      loaded.set(exchange.id, { exchange, characters: size })
    }
    if (records.length < exchangePage) return [...loaded.values()].reverse()
  }
}

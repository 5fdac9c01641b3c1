import 'server-only'
import { z } from 'zod'
import { instantOf } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { byName, countsOf, type WalletRow } from '@/lib/core/scoreboard/rows/wallet-rows'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { toIso } from '@/lib/core/shared/time/time'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'
import { inTime } from './storage-away'

const zRecord = z.object({
  capabilities: z.array(z.object({ id: z.string(), passed: z.number(), total: z.number() })).catch([]),
  last_runs: z.array(z.enum(['passed', 'failed'])).catch([]),
  last_execution_date: z.string(),
  expand: z.object({
    wallet: z.object({ name: z.string(), path: z.string() }),
    version: z.object({ name: z.string(), tag: z.string() }).optional(),
  }),
})
const zPage = z.object({ items: z.array(z.unknown()), totalPages: z.number() })

const pageSize = 500
/** The most versions of wallets that a page shows. */
const pagesMax = 4

/** Read once for each state of the rows, with which these change. */
const known = new WeakMap<object, Promise<readonly WalletRow[]>>()

/** What runs tell of each version of a wallet, by name; `null` while storage is not responding. Read as any visitor may. */
export async function walletCapabilities(): Promise<readonly WalletRow[] | null> {
  try {
    const { document } = await container().ports.scoreboard.snapshot()
    const reading = known.get(document) ?? inTime(readAll())
    known.set(document, reading)
    reading.catch(() => known.delete(document))
    return await reading
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

async function readAll(): Promise<readonly WalletRow[]> {
  const rows: WalletRow[] = []
  for (let page = 1; page <= pagesMax; page++) {
    const query = new URLSearchParams({ page: String(page), perPage: String(pageSize), expand: 'wallet,version' })
    const { status, body } = await container().ports.scoreboard.readPublic(
      'wallet_capabilities_cache/records',
      `${query}`,
    )
    if (status !== 200)
      throw new StoreUnavailable(`PocketBase responded to the reading of wallets with status ${status}.`)
    const { items, totalPages } = zPage.parse(JSON.parse(body))
    rows.push(...items.flatMap(rowOf))
    if (page >= totalPages) break
  }
  return byName(rows)
}

/** None for a record whose wallet has just become private. */
function rowOf(item: unknown): WalletRow[] {
  const { data } = zRecord.safeParse(item)
  if (data === undefined) return []
  const { wallet, version } = data.expand
  const at = instantOf(data.last_execution_date)
  return [
    {
      ...{ path: wallet.path, name: wallet.name },
      version: version === undefined ? '' : version.tag || version.name,
      counts: countsOf(data.capabilities),
      lastRuns: data.last_runs,
      updated: at === null ? '' : toIso(at),
    },
  ]
}

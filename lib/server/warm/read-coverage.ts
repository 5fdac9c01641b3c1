import { readCoverage } from '@/lib/core/campaigns/official-cases/wallet-coverage'
import { campaignId, sessionId } from '@/lib/core/shared/ports/ids'
import type { RunReference, Store } from '@/lib/core/shared/ports/store'
import type { Campaign } from '@/lib/core/shared/ports/store-types'
import type { Container } from '../container'

/** Of how many wallets to read the coverage: as many as are remembered. */
const walletsMax = 4
/** In how many of the newest sessions and campaigns to look for wallets. */
const runsMax = 50

/**
 * Reads the coverage of the wallets that were tested last, so that the first reader need not wait: after an upgrade each of their
 * sessions is judged again. It begins each wallet while nobody asks for anything, and lets others in between two sessions. A failure
 * is logged and left to the first reader.
 */
export async function readCoverageAhead(
  container: Pick<Container, 'ports' | 'protocolSettings' | 'operatorToken' | 'log'>,
  whenIdle: () => Promise<unknown>,
): Promise<void> {
  const { ports, protocolSettings: settings, operatorToken, log } = container
  const asker = operatorToken === null ? 'anybody' : 'operator'
  try {
    for (const wallet of await newestWallets(ports.store)) {
      await whenIdle()
      await readCoverage(wallet, { ports, settings, asker })
    }
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'the coverage was not read in advance')
  }
}

/** The wallets of the newest campaigns, and of those that the newest sessions belong to, each once. */
async function newestWallets(store: Store): Promise<Campaign['wallet'][]> {
  const wallets = new Map<string, Campaign['wallet']>()
  for (const run of await store.runs({ text: '', deviations: [], before: null, max: runsMax })) {
    const campaign = await campaignOf(run, store)
    if (campaign !== null) wallets.set(JSON.stringify(campaign.wallet), campaign.wallet)
    if (wallets.size === walletsMax) break
  }
  return [...wallets.values()]
}

async function campaignOf({ kind, id }: RunReference, store: Store): Promise<Campaign | null> {
  if (kind === 'campaign') return store.campaign(campaignId(id))
  const session = await store.session(sessionId(id))
  return session?.campaignId === undefined ? null : store.campaign(session.campaignId)
}

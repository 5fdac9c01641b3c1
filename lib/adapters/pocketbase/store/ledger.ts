import { isOfLedger, type WalletProtocol, walletProtocolOf, walletProtocols } from '@/lib/core/ground/http/exchange'
import type { StoredExchange } from '@/lib/core/ground/ports/store-types'
import { createLedgerRing, type LedgerRing } from './ledger-ring'

/** The newest exchanges of every protocol. */
export interface Ledger extends Pick<LedgerRing, 'written' | 'forget'> {
  /** At most `limit` of the newest entries of one protocol, or of all, by arrival, oldest first. */
  newest(limit: number, protocol?: WalletProtocol): Promise<StoredExchange[]>
}

/** Keeps one bounded ring per protocol, so that a busy protocol does not evict the other's exchanges. */
export function createLedger(
  optionsFor: (protocol: WalletProtocol) => Omit<Parameters<typeof createLedgerRing>[0], 'holds'>,
): Ledger {
  const rings = walletProtocols.map((protocol) => ({
    protocol,
    ring: createLedgerRing({
      ...optionsFor(protocol),
      holds: (exchange) => isOfLedger(exchange) && walletProtocolOf(exchange) === protocol,
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

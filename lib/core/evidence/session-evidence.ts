import type { IssuanceSession, StoredEvent, StoredExchange } from '../store-types'
import type { EpochMillis } from '../time'

/** What a check over a whole session looks at: everything on record, oldest first. */
export interface SessionEvidence {
  readonly session: IssuanceSession
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
  readonly now: EpochMillis
}

/** Exchanges of one operation of the contract, oldest first. */
export const exchangesOf = (evidence: SessionEvidence, operation: string): StoredExchange[] =>
  evidence.exchanges.filter((exchange) => exchange.operation === operation)

/** The first exchange of a session that belongs to the flow itself. */
export const firstFlowExchange = (evidence: SessionEvidence): StoredExchange | null =>
  evidence.exchanges.find(({ operation }) => operation === 'requestToken' || operation === 'requestCredential') ?? null

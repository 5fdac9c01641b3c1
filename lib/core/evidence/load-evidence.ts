import type { Ports } from '../ports'
import type { IssuanceSession, StoredEvent, StoredExchange } from '../store-types'
import { addSeconds } from '../time'

/** Everything that is on record about a session. */
export interface Evidence {
  readonly session: IssuanceSession
  readonly events: readonly StoredEvent[]
  /** Exact and inferred exchanges, oldest first. */
  readonly exchanges: readonly StoredExchange[]
}

/** How long after its end a session still draws fetches of the same client to itself. */
const inferenceTailSeconds = 300

/**
 * Loads a session's evidence. Fetches that carry no session (metadata, keys, misdirected ones) are drawn in when they
 * came from a client of this session, to this issuer, within its lifetime; they are marked as inferred.
 */
export async function loadEvidence(session: IssuanceSession, { store }: Pick<Ports, 'store'>): Promise<Evidence> {
  const [events, exact] = await Promise.all([store.events(session.sessionId), store.exchanges(session.sessionId)])
  const clients = [...new Set(exact.filter(({ origin }) => origin === 'wallet').map(({ client }) => client))]
  const unbound =
    clients.length === 0
      ? []
      : await store.unboundExchanges({
          issuerConfigurationId: session.issuerConfigurationId,
          clients,
          from: session.createdAt,
          to: addSeconds(session.expiresAt, inferenceTailSeconds),
        })
  const inferred = unbound.map((exchange): StoredExchange => ({ ...exchange, correlation: 'inferred' }))
  return { session, events, exchanges: [...exact, ...inferred].sort((a, b) => a.at - b.at) }
}

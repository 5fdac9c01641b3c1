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

/** How long before a wallet's first request of a session, and after its last, its other fetches are taken for part of it. */
const leadSeconds = 60
const tailSeconds = 10

/**
 * Loads a session's evidence. Fetches that carry no session (metadata, keys, misdirected ones) are drawn in when they
 * came from a client of this session, to this issuer, around the requests that surely belong to it: a wallet that runs
 * several sessions one after the other leaves each its own. They are marked as inferred.
 */
export async function loadEvidence(session: IssuanceSession, { store }: Pick<Ports, 'store'>): Promise<Evidence> {
  const [events, exact] = await Promise.all([store.events(session.sessionId), store.exchanges(session.sessionId)])
  const inferred = await inferredExchanges(session, exact, store)
  return { session, events, exchanges: [...exact, ...inferred].sort((a, b) => a.at - b.at) }
}

async function inferredExchanges(
  session: IssuanceSession,
  exact: readonly StoredExchange[],
  store: Ports['store'],
): Promise<StoredExchange[]> {
  const ofWallet = exact.filter(({ origin }) => origin === 'wallet')
  const [first] = ofWallet
  const last = ofWallet.at(-1)
  if (first === undefined || last === undefined) return []
  const earliest = addSeconds(first.at, -leadSeconds)
  const unbound = await store.unboundExchanges({
    issuerConfigurationId: session.issuerConfigurationId,
    clients: [...new Set(ofWallet.map(({ client }) => client))],
    from: earliest < session.createdAt ? session.createdAt : earliest,
    to: addSeconds(last.at, tailSeconds),
  })
  return unbound.map((exchange) => ({ ...exchange, correlation: 'inferred' }))
}

import { inferredExchangesMax } from '../lifetimes'
import type { Ports, UnboundQuery } from '../ports'
import type { Session, StoredEvent, StoredExchange } from '../store-types'
import { addSeconds, epochMillis } from '../time'

/** Everything that is on record about a session. */
export interface Evidence<Of extends Session = Session> {
  readonly session: Of
  readonly events: readonly StoredEvent[]
  /** Exact and inferred exchanges, oldest first. */
  readonly exchanges: readonly StoredExchange[]
  /** True where inferred exchanges may as well belong to another session of the same client. */
  readonly mixedTraffic?: boolean
  /** Exchanges that might be inferred beside those that are, for only the first are. */
  readonly inferredLeftOut?: number
}

/** How long before a wallet's first request of a session, and after its last, its other fetches are taken for part of it. */
const leadSeconds = 60
const tailSeconds = 10

/**
 * Loads a session's evidence. Fetches that carry no session (metadata, keys, misdirected ones) are drawn in when they
 * came from a client of this session, to this issuer, around the requests that surely belong to it: a wallet that runs
 * several sessions one after the other leaves each its own. They are marked as inferred. Every address of a presentation
 * names its session, so there nothing is left to infer.
 */
export async function loadEvidence<Of extends Session>(
  session: Of,
  { store }: Pick<Ports, 'store'>,
): Promise<Evidence<Of>> {
  const [events, exact] = await Promise.all([store.events(session.sessionId), store.exchanges(session.sessionId)])
  const query = inferredQuery(session, exact)
  const inferred = query === null ? [] : await inferredExchanges(query, store)
  if (query === null || inferred.length === 0) return { session, events, exchanges: exact }
  const count = inferred.length < inferredExchangesMax ? inferred.length : await store.unboundCount(query)
  return {
    session,
    events,
    exchanges: [...exact, ...inferred].sort((a, b) => a.at - b.at),
    mixedTraffic: await store.hasOtherSession(query, session.sessionId),
    inferredLeftOut: count - inferred.length,
  }
}

const inferredExchanges = async (query: UnboundQuery, store: Ports['store']): Promise<StoredExchange[]> =>
  (await store.unboundExchanges(query, { firstMax: inferredExchangesMax })).map((exchange) => ({
    ...exchange,
    correlation: 'inferred',
  }))

/** Which exchanges without a session are drawn into this one, by those that name it; `null` before a wallet came. */
export function inferredQuery(session: Session, exact: readonly StoredExchange[]): UnboundQuery | null {
  if (session.kind !== 'issuance') return null
  const ofWallet = exact.filter(({ origin }) => origin === 'wallet')
  const [first] = ofWallet
  const last = ofWallet.at(-1)
  if (first === undefined || last === undefined) return null
  const earliest = addSeconds(first.at, -leadSeconds)
  return {
    issuerConfigurationId: session.issuerConfigurationId,
    clients: [...new Set(ofWallet.map(({ client }) => client))],
    from: epochMillis(Math.max(earliest, session.createdAt)),
    to: addSeconds(last.at, tailSeconds),
  }
}

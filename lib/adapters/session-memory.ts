import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { inferredQuery, noNearbyExchanges, walletExchangesInTime } from '@/lib/core/engine/evidence/load-evidence'
import { touchedSessions } from '@/lib/core/engine/sessions/touched-sessions'
import type { ExchangeId, SessionId } from '@/lib/core/shared/ports/ids'
import type { Facet, KnownEvidence, ReadEvidence, SessionMemory } from '@/lib/core/shared/ports/session-memory'
import type { UnboundQuery } from '@/lib/core/shared/ports/store'
import type { Commit, StoredExchange } from '@/lib/core/shared/ports/store-types'

/**
 * Maximum size of all entries with their projections: more than a hundred ordinary responses or pages, or three
 * thousand results.
 */
const bytesMax = 64 * 1024 * 1024
/**
 * Overhead per session. Deliberately too high: it limits the sessions that an exchange without a session is compared
 * with to about eight thousand.
 */
const sessionBytes = 8 * 1024
/** Size of one client or inferred exchange: a session may have ten thousand of either. */
const namedBytes = 256

interface Entry extends KnownEvidence {
  /** Exchanges without a session that are inferred to belong to this one. */
  readonly inferred: readonly ExchangeId[]
  /** The clients of `nearby`. */
  readonly clients: ReadonlySet<string>
}

/** The parts of a commit that may change the evidence of sessions. */
interface Change {
  readonly touched: ReadonlySet<SessionId>
  readonly unbound: readonly Pick<StoredExchange, 'issuerId' | 'client' | 'at'>[]
  readonly bound: ReadonlySet<ExchangeId>
}

/** A read in progress, with the changes since it began, which it may or may not include. */
interface Reading {
  readonly changes: Change[]
  isForgotten: boolean
}

/** Creates the memory of this process. It evicts the least recently used entries first. */
export function createSessionMemory(): SessionMemory & {
  /** Must be called after every commit, failed ones too: they may have been written anyway. */
  written(commit: Commit): void
  /** Must be called after evidence was deleted. */
  forget(): void
} {
  const entries = new LRUCache<SessionId, Entry>({ maxSize: bytesMax })
  const readings = new Set<Reading>()

  const toEntry = (id: SessionId, evidence: ReadEvidence): Entry => {
    const made = new Map<Facet<unknown>, { readonly value: unknown; readonly bytes: number }>()
    const entry: Entry = {
      ...factsOf(evidence),
      get: <Made>(facet: Facet<Made>) => made.get(facet)?.value as Made | undefined,
      keep(facet, value, bytes) {
        if (entries.peek(id) !== entry) return
        made.set(facet, { value, bytes })
        let total = bytesOf(entry)
        for (const one of made.values()) total += one.bytes
        // The cache does not measure a value again when it is set again, so delete it first.
        entries.delete(id)
        entries.set(id, entry, { size: total })
      },
    }
    return entry
  }

  const read = async <Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of | null>) => {
    const reading: Reading = { changes: [], isForgotten: false }
    readings.add(reading)
    try {
      const evidence = await load()
      if (evidence === null) {
        entries.delete(id)
        return null
      }
      const before = entries.peek(id)
      const found = toEntry(id, evidence)
      if (before !== undefined && isSame(before, found)) return { evidence, known: before }
      const isOvertaken = reading.isForgotten || reading.changes.some((change) => concerns(change, id, found))
      if (!isOvertaken) entries.set(id, found, { size: bytesOf(found) })
      return { evidence, known: found }
    } finally {
      readings.delete(reading)
    }
  }

  return {
    get: (id) => entries.get(id),
    // Returns null only if `load` does.
    read: read as SessionMemory['read'],
    written(commit) {
      const change = changeOf(commit)
      for (const { changes } of readings) changes.push(change)
      for (const id of change.touched) entries.delete(id)
      if (change.unbound.length + change.bound.size === 0) return
      for (const [id, entry] of [...entries.entries()]) if (concerns(change, id, entry)) entries.delete(id)
    },
    forget() {
      entries.clear()
      for (const reading of readings) reading.isForgotten = true
    },
  }
}

/** The size of an entry without its projections. */
const bytesOf = ({ clients, inferred }: Entry): number => sessionBytes + namedBytes * (clients.size + inferred.length)

const factsOf = (evidence: ReadEvidence): Omit<Entry, 'get' | 'keep'> => {
  const { session, events, exchanges } = evidence
  const nearby = nearbyOf(evidence)
  return {
    kind: session.kind,
    digest: createHash('sha256')
      .update([...events, ...exchanges].map(({ id }) => id).join())
      .digest('base64url')
      .slice(0, 16),
    expiresAt: session.expiresAt,
    nearby,
    clients: new Set(nearby?.clients),
    inferred: exchanges.flatMap(({ id, sessionId }) => (sessionId === null ? [id] : [])),
  }
}

const nearbyOf = (evidence: ReadEvidence): UnboundQuery | null =>
  evidence.session.kind === 'presentation'
    ? noNearbyExchanges
    : (evidence.nearby ?? inferredQuery(evidence.session, walletExchangesInTime(evidence)))

const isSame = (one: Entry, other: Entry): boolean =>
  one.kind === other.kind && one.digest === other.digest && one.inferred.join() === other.inferred.join()

const changeOf = (commit: Commit): Change => {
  const { exchange, internal = [], effects } = commit
  return {
    touched: touchedSessions(commit),
    unbound: [...(exchange ? [exchange] : []), ...internal].flatMap((one) =>
      one.sessionId === null ? [{ issuerId: one.issuerId, client: one.client, at: one.at }] : [],
    ),
    bound: new Set(effects.flatMap((effect) => (effect.type === 'bind' ? [effect.exchangeId] : []))),
  }
}

const concerns = ({ touched, unbound, bound }: Change, id: SessionId, { nearby, clients, inferred }: Entry): boolean =>
  touched.has(id) ||
  unbound.some((exchange) => nearby !== null && clients.has(exchange.client) && isNear(exchange, nearby)) ||
  // An exchange that was inferred here may turn out to belong to another session.
  inferred.some((one) => bound.has(one))

const isNear = ({ issuerId, at }: Change['unbound'][number], query: UnboundQuery): boolean =>
  (query.issuerId === issuerId || (query.orNone === true && issuerId === null)) && at >= query.from && at <= query.to

import { createHash } from 'node:crypto'
import { type Evidence, inferredQuery } from '@/lib/core/engine/evidence/load-evidence'
import type { Clock, UnboundQuery } from '@/lib/core/ground/ports/ports'
import type { Commit, Session } from '@/lib/core/ground/ports/store-types'
import type { EpochMillis } from '@/lib/core/ground/time/time'

/** Number of sessions whose last revision is cached. */
const sessionsMax = 1000

/** The evidence of a session with its revision. */
export interface RevisedEvidence<Of extends Session> {
  readonly evidence: Evidence<Of>
  readonly revision: string
  /** The instant of the revision. */
  readonly now: EpochMillis
  /** The revision of this evidence at another instant. */
  readonly revisionAt: (at: EpochMillis) => string
  /** Which exchanges without a session are drawn in; `null` before a wallet came. */
  readonly nearby: UnboundQuery | null
}

/** Computes revisions of sessions, and knows which of them a commit changed. */
export interface Revisions<Of extends Session> {
  /**
   * A string that changes whenever the evidence of a session changes; `null` if there is no such session. Pages poll
   * every second, so storage is read only after a commit that concerns the session.
   */
  current(id: string): Promise<string | null>
  /** Reads the evidence once, with its revision; `null` if there is no such session. */
  read(id: string): Promise<RevisedEvidence<Of> | null>
  /** Notes a finished commit. A failed one may have been written anyway. */
  written(commit: Commit): void
  /** Notes that evidence was deleted. */
  forget(): void
}

/** What is cached about a session besides its revision: enough to know whether a commit concerns it. */
interface Known {
  readonly digest: string
  readonly expiresAt: EpochMillis
  readonly exchangeIds: ReadonlySet<string>
  readonly inferred: UnboundQuery | null
}

/** A read in progress, with the commits since it started: it may or may not include them. */
interface Reading {
  readonly commits: Commit[]
  forgotten: boolean
}

/** Builds the revisions of this process. `load` reads the evidence of a session, `null` when there is none. */
export function createRevisions<Of extends Session>({
  load,
  now,
}: {
  readonly load: (id: string) => Promise<Evidence<Of> | null>
  readonly now: Clock
}): Revisions<Of> {
  const known = new Map<string, Known>()
  const readings = new Set<Reading>()

  const read = async (id: string): Promise<{ readonly evidence: Evidence<Of>; readonly state: Known } | null> => {
    const reading: Reading = { commits: [], forgotten: false }
    readings.add(reading)
    try {
      const evidence = await load(id)
      known.delete(id)
      if (evidence === null) return null
      const state = stateOf(evidence)
      const isCurrent = !reading.forgotten && !reading.commits.some((commit) => concerns(commit, id, state))
      if (isCurrent) known.set(id, state)
      if (known.size > sessionsMax) known.delete(known.keys().next().value ?? '')
      return { evidence, state }
    } finally {
      readings.delete(reading)
    }
  }

  return {
    async current(id) {
      const state = known.get(id) ?? (await read(id))?.state
      return state === undefined ? null : naming(state)(now())
    },
    async read(id) {
      const found = await read(id)
      if (found === null) return null
      const instant = now()
      const { inferred, digest, expiresAt } = found.state
      const revisionAt = naming({ digest, expiresAt })
      return { evidence: found.evidence, revision: revisionAt(instant), now: instant, revisionAt, nearby: inferred }
    },
    written(commit) {
      for (const { commits } of readings) commits.push(commit)
      for (const [id, state] of known) if (concerns(commit, id, state)) known.delete(id)
    },
    forget() {
      known.clear()
      for (const reading of readings) reading.forgotten = true
    },
  }
}

/** It refers to nothing else of the evidence, so that it may be kept for long. */
const naming =
  ({ digest, expiresAt }: Pick<Known, 'digest' | 'expiresAt'>) =>
  (at: EpochMillis): string =>
    `${digest}${expiresAt <= at ? '-expired' : ''}`

const stateOf = ({ session, events, exchanges }: Evidence): Known => ({
  digest: createHash('sha256')
    .update([...events, ...exchanges].map(({ id }) => id).join())
    .digest('base64url')
    .slice(0, 16),
  expiresAt: session.expiresAt,
  exchangeIds: new Set(exchanges.map(({ id }) => id)),
  inferred: inferredQuery(
    session,
    exchanges.filter(({ sessionId }) => sessionId !== null),
  ),
})

/** True if a commit may change the record of a session. */
function concerns({ session, exchange, internal = [], events, effects }: Commit, id: string, state: Known): boolean {
  const exchanges = exchange === undefined ? internal : [exchange, ...internal]
  return (
    session?.sessionId === id ||
    events.some(({ sessionId }) => sessionId === id) ||
    exchanges.some(({ sessionId }) => sessionId === id) ||
    exchanges.some((one) => one.sessionId === null && isDrawnIn(one, state.inferred)) ||
    // An exchange inferred here may turn out to belong to another session.
    effects.some((one) => one.type === 'bind' && (one.sessionId === id || state.exchangeIds.has(one.exchangeId)))
  )
}

const isDrawnIn = (
  { issuerConfigurationId, client, at }: NonNullable<Commit['exchange']>,
  query: UnboundQuery | null,
): boolean =>
  query !== null &&
  query.issuerConfigurationId === issuerConfigurationId &&
  query.clients.includes(client) &&
  at >= query.from &&
  at <= query.to

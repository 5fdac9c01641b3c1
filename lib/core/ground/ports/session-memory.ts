import type { EpochMillis } from '../time/time'
import type { SessionId } from './ids'
import type { KeptRow, UnboundQuery } from './store'
import type { Session, StoredEvent, StoredExchange } from './store-types'

/** Names one thing that is made of the evidence of sessions, and tells its type. */
export interface Facet<Made> {
  readonly name: string
  /** Never set. */
  readonly made?: Made
}

/** The evidence of a session as it was read last. It is known until a commit of this process changes it. */
export interface KnownEvidence {
  readonly kind: Session['kind']
  /** The same for the same events and exchanges. */
  readonly digest: string
  readonly expiresAt: EpochMillis
  /** Which exchanges without a session may belong to it; `null` before a wallet came. */
  readonly nearby: UnboundQuery | null
  /** What was made of this evidence before. */
  get<Made>(facet: Facet<Made>): Made | undefined
  /** Keeps what was made of it, unless it is no longer known. `bytes`: what that takes in memory, by estimate. */
  keep<Made>(facet: Facet<Made>, made: Made, bytes: number): void
}

/** What a reading of a session's evidence gives. */
export interface ReadEvidence {
  readonly session: Session
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
}

interface Known<Of extends ReadEvidence> {
  readonly evidence: Of
  readonly known: KnownEvidence
}

/** What was kept of a session: the same object as long as nothing changes. */
export interface KeptText {
  readonly text: string
}

/**
 * Results of sessions that storage keeps, so that a restart need not judge them again: each is of this code and these settings,
 * and of the evidence as it is on record. Losing them does no harm.
 */
export interface KeptResults {
  /** What storage gave of a session; `undefined` where it was not asked, or has nothing. */
  get(id: SessionId): KeptText | undefined
  /** Asks storage what it has of these sessions. */
  load(ids: readonly SessionId[]): Promise<void>
  /** The state of what is on record, to be asked for before evidence is read; `null` where nothing can be kept. */
  state(): string | null
  /** Keeps the result of a session, made of evidence that was read in that state. Returns before it is stored. */
  keep(row: KeptRow, state: string | null): void
}

/**
 * What this process remembers of sessions that were read, as far as there is room. Losing it does no harm. Other processes
 * write to storage too, so what has to be right with several of them is kept with the mark of its evidence.
 */
export interface SessionMemory {
  get(id: SessionId): KnownEvidence | undefined
  /** Reads evidence with `load`; `null` where that gives none. A commit that came meanwhile leaves it unknown. */
  read<Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of>): Promise<Known<Of>>
  read<Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of | null>): Promise<Known<Of> | null>
}

import type { EpochMillis } from '../time/time'
import type { SessionId } from './ids'
import type { KeptRow, UnboundQuery } from './store'
import type { Session, StoredEvent, StoredExchange } from './store-types'

/** Key of a value derived from session evidence; carries its type. */
export interface Facet<Made> {
  readonly name: string
  /** Type only, never set. */
  readonly made?: Made
}

/** The cached evidence of a session, valid until a commit of this process changes it. */
export interface KnownEvidence {
  readonly kind: Session['kind']
  /** Equal for equal events and exchanges. */
  readonly digest: string
  readonly expiresAt: EpochMillis
  /** Which unbound exchanges may belong to the session; `null` before a wallet made contact. */
  readonly nearby: UnboundQuery | null
  /** A value derived from this evidence earlier. */
  get<Made>(facet: Facet<Made>): Made | undefined
  /** Caches a derived value while this evidence is still current. `bytes`: its estimated size. */
  keep<Made>(facet: Facet<Made>, made: Made, bytes: number): void
}

/** The result of reading a session's evidence. */
export interface ReadEvidence {
  readonly session: Session
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
  /** Which unbound exchanges may belong to it, where its own requests do not tell. */
  readonly nearby?: UnboundQuery
}

interface Known<Of extends ReadEvidence> {
  readonly evidence: Of
  readonly known: KnownEvidence
}

/** A stored text of a session; the same object until it changes. */
export interface KeptText {
  readonly text: string
}

/**
 * Session results kept in storage, so that a restart need not judge sessions again. Each is specific to this code,
 * these settings and the recorded evidence. Safe to lose.
 */
export interface KeptResults {
  /** The stored result of a session; `undefined` if not loaded or absent. */
  get(id: SessionId): KeptText | undefined
  /** Loads stored results of these sessions. */
  load(ids: readonly SessionId[]): Promise<void>
  /** State of the records, taken before evidence is read; `null` if nothing can be stored. */
  state(): string | null
  /** Stores a session result made from evidence read in that state. Returns before it is written. */
  keep(row: KeptRow, state: string | null): void
}

/**
 * This process's cache of recently read sessions. Safe to lose. Other processes write to storage too, so values that
 * must stay correct are keyed by the mark of their evidence.
 */
export interface SessionMemory {
  get(id: SessionId): KnownEvidence | undefined
  /** Reads evidence through `load`; `null` if there is none. Not cached if a commit happened meanwhile. */
  read<Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of>): Promise<Known<Of>>
  read<Of extends ReadEvidence>(id: SessionId, load: () => Promise<Of | null>): Promise<Known<Of> | null>
}

import { LRUCache } from 'lru-cache'
import type { AssumingReads } from '@/lib/core/shared/ports/store'
import type { Assumptions, OneTimeKind, OneTimeValue, Session, StoredEvent } from '@/lib/core/shared/ports/store-types'
import { type CommitItem, recordOf, type SentRow, valueRecord } from '../rows/commit-item'
import { commitColumns, readEvent, readOneTimeValue, readSession } from '../rows/tables'

/**
 * Limits for the total size of kept rows and the number of kept values. Both fit about the last thousand flows, in some
 * 10 MiB of memory; older flows are read from storage. Using an entry makes it new again, because a wallet presents the
 * same credential repeatedly.
 */
const sessionCharactersMax = 4 * 1024 * 1024

const valuesMax = 5000

/** A session with more events is not worth keeping in memory. */
const eventsMax = 200

/**
 * What this process wrote and nobody else has changed since: sessions that began here with all their events, and
 * one-time values that were created here. Each is returned as storage would return it, using the same readers.
 */
export interface OwnWrites {
  session(id: string): Session | undefined
  /** Oldest first. */
  events(sessionId: string): StoredEvent[] | undefined
  value(kind: OneTimeKind, digest: string): OneTimeValue | undefined
  /** Remembers a stored value of a kind that never changes once it is stored. */
  keep(value: OneTimeValue): void
  /** Applies a commit that is on disk. */
  written(item: CommitItem): void
  /** Forgets everything, because someone else may have written or the outcome of a write is unknown. */
  forget(): void
}

interface KnownSession {
  readonly session: () => Session
  readonly events: readonly KnownEvent[]
  readonly characters: number
}

interface KnownEvent {
  readonly record: Readonly<Record<string, unknown>>
  readonly event: () => StoredEvent
}

interface KnownValue {
  readonly record: Readonly<Record<string, unknown>>
  readonly value: () => OneTimeValue
}

/** Parses a record lazily and once. All callers share the result, so none may change it. */
function readOnce<Value>(read: () => Value): () => Value {
  let known = (): Value => {
    const value = frozen(read())
    known = () => value
    return value
  }
  return () => known()
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

const knownEvent = (record: KnownEvent['record']): KnownEvent => ({ record, event: readOnce(() => readEvent(record)) })

const knownValue = (record: KnownValue['record']): KnownValue => ({
  record,
  value: readOnce(() => readOneTimeValue(record)),
})

const idColumn = commitColumns().sessions.plain.indexOf('id')

const charactersOf = ({ json }: SentRow): number => json.reduce((sum, text) => sum + text.length, 500)

const keyOf = (kind: string, digest: string): string => `${kind} ${digest}`

/** In storage order: by time, then by arrival. */
const byArrival = ({ record: a }: KnownEvent, { record: b }: KnownEvent): number =>
  String(a.at) === String(b.at) ? Number(a.seq) - Number(b.seq) : String(a.at) < String(b.at) ? -1 : 1

export function createOwnWrites(): OwnWrites {
  const sessions = new LRUCache<string, KnownSession>({ maxSize: sessionCharactersMax })
  const values = new LRUCache<string, KnownValue>({ max: valuesMax })

  const addEvent = (row: SentRow): void => {
    const event = knownEvent(recordOf('events', row))
    const id = String(event.record.session_id)
    const known = sessions.peek(id)
    if (known === undefined || known.events.some(({ record }) => record.id === event.record.id)) return
    if (known.events.length === eventsMax) {
      sessions.delete(id)
      return
    }
    const characters = known.characters + charactersOf(row)
    sessions.set(id, { ...known, events: [...known.events, event].sort(byArrival), characters }, { size: characters })
  }

  const change = (key: string, column: 'consumed_at' | 'revoked_at', at: string): void => {
    const known = values.peek(key)
    if (known !== undefined && known.record[column] === '')
      values.set(key, knownValue({ ...known.record, [column]: at }))
  }

  const apply = (effect: CommitItem['effects'][number], { at, unseen }: CommitItem): void => {
    if (effect.type === 'bind' || effect.type === 'name' || effect.type === 'require') return
    if (effect.type === 'replace' || effect.type === 'rework') return
    // Only storage knows the number that it gave the session.
    if (effect.type === 'number') return void sessions.delete(effect.session_id)
    if (effect.type === 'consume') change(keyOf(effect.kind, effect.digest), 'consumed_at', at)
    else if (effect.type === 'revoke') {
      for (const [key, { record }] of [...values.entries()])
        if (record.kind === effect.kind && record.parent === effect.parent) change(key, 'revoked_at', at)
    } else {
      // A `remember` effect may have found the value already stored, with other facts.
      const isFirst =
        effect.type === 'grant' || unseen.some(([kind, digest]) => kind === effect.kind && digest === effect.digest)
      const key = keyOf(effect.kind, effect.digest)
      if (isFirst && values.peek(key) === undefined)
        values.set(key, knownValue(recordOf('one_time_values', effect.row)))
    }
  }

  return {
    session: (id) => sessions.get(id)?.session(),
    events: (sessionId) => sessions.get(sessionId)?.events.map(({ event }) => event()),
    value: (kind, digest) => values.get(keyOf(kind, digest))?.value(),
    keep: (value) => void values.set(keyOf(value.kind, value.digest), knownValue(valueRecord(value))),
    written(item) {
      for (const [table, row] of item.rows) {
        if (table === 'events') addEvent(row)
        else if (table === 'sessions') {
          const id = String(row.plain[idColumn])
          const characters = charactersOf(row)
          const session = readOnce(() => readSession(recordOf(table, row)))
          if (sessions.peek(id) === undefined)
            sessions.set(id, { session, events: [], characters }, { size: characters })
        }
      }
      for (const effect of item.effects) apply(effect, item)
    },
    forget() {
      sessions.clear()
      values.clear()
    },
  }
}

/**
 * Kinds of values that requests bring and that are nearly always new. They are never consumed or revoked, so a stored
 * one never changes. We issue the values of all other kinds, so they are known here.
 */
const usuallyNew: ReadonlySet<OneTimeKind> = new Set([
  'dpop_jti',
  'dpop_key',
  'holder_key',
  'client_assertion_jti',
  'attestation_pop_jti',
  'answered_challenge',
  'pkce_challenge',
  'pushed_state',
  'wallet_nonce',
  'jwe_epk',
  'credential_instance',
])

/** The outcome of a commit, including what it reveals about storage. */
type Written =
  | { readonly status: 'committed'; readonly soleWriter: boolean }
  | { readonly status: 'lost'; readonly alreadyStored: readonly string[] }

/**
 * Answers reads of a decision without asking storage, where the commit hook can verify the answer.
 *
 * - It remembers what this process wrote until somebody else writes. The hook renames the storage's state whenever that
 *   happens, and a commit names the state that it relies on. With several web processes on one storage this stays
 *   correct, but saves nothing.
 * - A value of a kind that is nearly always new is assumed to be new; the hook verifies it. A value that was not new,
 *   like a credential that a wallet presents again, is remembered after it was read.
 *
 * It learns of a commit from storage's answer, together with the name of the state, so it belongs to the store. Pages
 * and read-backs always read storage and have a memory of their own (`session-memory.ts`).
 */
export interface OwnMemory {
  /** The reads of one decision, answered from memory or from storage. */
  reads(storage: Pick<AssumingReads, 'session' | 'events' | 'oneTimeValue'>): AssumingReads
  /**
   * Takes storage's name for its current state. `soleWriter` is true if only this process has written since the last
   * call.
   */
  onState(state: string, soleWriter: boolean): void
  /** Applies the outcome of a commit. */
  written(item: CommitItem, outcome: Written): void
  /** Forgets everything, because the outcome of a write is unknown. */
  forget(): void
}

export function createOwnMemory(): OwnMemory {
  const own = createOwnWrites()
  const soleWriterGuesses = createGuesses()
  const newGuesses = new Map<string, Guesses>([...usuallyNew].map((kind) => [kind, createGuesses()]))
  let state: string | null = null

  return {
    reads(storage) {
      const relied = state !== null && soleWriterGuesses.mayGuess() ? state : null
      let reliesOnState = false
      const unseen: Assumptions['unseen'][number][] = []
      /** Returns a remembered value if storage is still in the state in which this decision began. */
      const remembered = <Value>(recall: () => Value | undefined): Value | undefined => {
        if (relied === null || relied !== state) return undefined
        const value = recall()
        if (value !== undefined) reliesOnState = true
        return value
      }
      return {
        session: async (id) => remembered(() => own.session(id)) ?? storage.session(id),
        events: async (id) => remembered(() => own.events(id)) ?? storage.events(id),
        async oneTimeValue(kind, digest) {
          const value = remembered(() => own.value(kind, digest))
          if (value !== undefined) return value
          const guesses = newGuesses.get(kind)
          if (guesses?.mayGuess()) {
            unseen.push({ kind, digest })
            return null
          }
          const stored = await storage.oneTimeValue(kind, digest)
          // A value read in a state that has ended meanwhile must not be kept.
          if (guesses && stored !== null && relied !== null && relied === state) own.keep(stored)
          return stored
        },
        assumptions: () =>
          reliesOnState || unseen.length > 0 ? { state: reliesOnState ? relied : null, unseen } : null,
      }
    },
    onState(told, soleWriter) {
      if (!soleWriter) {
        own.forget()
        if (state !== null) soleWriterGuesses.wrong()
      } else soleWriterGuesses.right()
      state = told
    },
    written(item, outcome) {
      if (outcome.status === 'lost') {
        for (const kind of outcome.alreadyStored) newGuesses.get(kind)?.wrong()
        return
      }
      for (const [kind] of item.unseen) newGuesses.get(kind)?.right()
      // If there was another writer, an earlier attempt may have written this item and someone may have changed it
      // since.
      if (outcome.soleWriter) own.written(item)
    },
    forget: own.forget,
  }
}

/** Decides whether guessing pays off, based on how often guesses were wrong. */
export interface Guesses {
  /** Whether to guess. False during a pause, which each call shortens by one. */
  mayGuess(): boolean
  right(): void
  wrong(): void
}

/** Maximum length of a pause, in calls of `mayGuess`. */
const pauseMax = 1024

/**
 * A wrong guess costs the request a second round trip, so each one starts a pause twice as long as the last. A right
 * guess shortens the next pause by one call.
 */
export function createGuesses(): Guesses {
  let pause = 0
  let next = 1
  return {
    mayGuess() {
      if (pause === 0) return true
      pause--
      return false
    },
    right() {
      if (next > 1) next--
    },
    wrong() {
      pause = next
      next = Math.min(next * 2, pauseMax)
    },
  }
}

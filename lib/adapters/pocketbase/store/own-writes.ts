import { LRUCache } from 'lru-cache'
import type { OneTimeKind, OneTimeValue, Session, StoredEvent } from '@/lib/core/ground/ports/store-types'
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
    if (effect.type === 'bind' || effect.type === 'name' || effect.type === 'require' || effect.type === 'replace')
      return
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

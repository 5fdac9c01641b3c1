import { LRUCache } from 'lru-cache'
import { touchedSessions } from '@/lib/core/engine/sessions/touched-sessions'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { KeptResults, KeptText } from '@/lib/core/shared/ports/session-memory'
import type { KeptRow, Store } from '@/lib/core/shared/ports/store'
import type { Commit } from '@/lib/core/shared/ports/store-types'

/** Maximum size of cached texts: twenty thousand ordinary ones. */
const bytesMax = 32 * 1024 * 1024
/** Overhead per text. */
const textBytes = 256
/** Batch sizes of reads and writes, small enough not to delay others. */
const idsMax = 2000
const rowsMax = 100
/** Delay in which results are collected before they are stored. */
const gatherMillis = 200
/** A session without a stored result. */
const nothing: KeptText = { text: '' }
/** Maximum number of waiting results; beyond it new ones are dropped, because storage is not accepting them. */
const waitingMax = 20 * rowsMax

/**
 * Session results cached in storage under one key, and those read by this process. `key` must identify everything that
 * determines a result besides its evidence; without a key, nothing is stored.
 */
export function createKeptResults(input: {
  readonly store: Pick<Store, 'keptResults' | 'keepResults'>
  readonly key: string | null
  /** Called when storing fails. The next reader judges those sessions again. */
  readonly onFailure: (error: unknown) => void
}): KeptResults & {
  /** Must be called after every commit, failed ones too. */
  written(commit: Commit): void
  /** Must be called after evidence was deleted. */
  forget(): void
  /** Stores the collected results. */
  flush(): Promise<void>
} {
  const { store, key, onFailure } = input
  const given = new LRUCache<SessionId, KeptText>({ maxSize: bytesMax })
  /** Sessions that changed during a read from storage, per read. */
  const readings = new Set<Set<SessionId>>()
  const waiting: { readonly row: KeptRow; readonly state: string }[] = []
  let known: string | null = null
  let timer: NodeJS.Timeout | null = null
  let storing: Promise<void> = Promise.resolve()
  let isAsking = false
  let forgotten = 0

  const load = async (wanted: readonly SessionId[]): Promise<void> => {
    const ids = wanted.filter((id) => !given.has(id))
    if (key === null || (ids.length === 0 && known !== null)) return
    const texts = new Map<string, KeptText>()
    for (let from = 0; from === 0 || from < ids.length; from += idsMax) {
      const asked = ids.slice(from, from + idsMax)
      const changed = new Set<SessionId>()
      readings.add(changed)
      const before = forgotten
      try {
        const reply = await store.keptResults({ key, sessions: asked })
        if (before !== forgotten) continue
        known = reply.state
        for (const id of asked) {
          if (changed.has(id)) continue
          const text = reply.texts.get(id)
          // Sessions of one wallet often have equal results.
          const shared = text === undefined ? nothing : (texts.get(text) ?? { text })
          texts.set(shared.text, shared)
          given.set(id, shared, { size: textBytes + 2 * shared.text.length })
        }
      } finally {
        readings.delete(changed)
      }
    }
  }

  const storeWaiting = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (key !== null && waiting.length > 0) {
      const rows = waiting.splice(0, rowsMax)
      for (const state of new Set(rows.map((one) => one.state))) {
        const ofState = rows.filter((one) => one.state === state).map(({ row }) => row)
        try {
          known = await store.keepResults({ key, state, rows: ofState })
        } catch (error) {
          onFailure(error)
        }
      }
    }
  }
  const flush = (): Promise<void> => {
    storing = storing.then(storeWaiting)
    return storing
  }

  /** Reads the state for later results. */
  const ask = (): void => {
    if (isAsking) return
    isAsking = true
    void load([])
      .catch(onFailure)
      .finally(() => {
        isAsking = false
      })
  }

  return {
    get(id) {
      const text = given.get(id)
      return text === nothing ? undefined : text
    },
    load,
    state() {
      if (known === null && key !== null) ask()
      return known
    },
    keep(row, state) {
      given.delete(row.sessionId)
      if (key === null || state === null || waiting.length >= waitingMax) return
      waiting.push({ row, state })
      timer ??= setTimeout(() => void flush(), gatherMillis).unref()
    },
    written(commit) {
      const touched = touchedSessions(commit)
      for (const id of touched) given.delete(id)
      for (const changed of readings) for (const id of touched) changed.add(id)
    },
    forget() {
      given.clear()
      known = null
      forgotten += 1
    },
    flush,
  }
}

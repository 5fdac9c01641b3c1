import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type SessionId, sessionId } from '@/lib/core/shared/ports/ids'
import { commitOf, sampleExchange, samplePresentation, sampleStart } from '@/lib/testing/store-samples'
import { createKeptResults } from './kept-results'
import { createMemoryStore } from './memory/memory-store'

const store = createMemoryStore({ now: () => sampleStart })
const onFailure = vi.fn()
beforeEach(() => onFailure.mockReset())

const key = 'code and settings'
const open = (changes: Partial<Parameters<typeof createKeptResults>[0]> = {}) =>
  createKeptResults({ store, key, onFailure, ...changes })
const rowOf = (id: SessionId, text = 'first') => ({ sessionId: id, text, events: 0, exchanges: 0 })

/** So many sessions with a result, as an earlier process left them. */
async function sessionsWithResult(count: number): Promise<SessionId[]> {
  const before = open()
  await before.load([])
  const ids: SessionId[] = []
  for (let index = 0; index < count; index++) {
    const session = samplePresentation()
    await store.commit(commitOf({ session }))
    before.keep(rowOf(session.sessionId), before.state())
    ids.push(session.sessionId)
  }
  await before.flush()
  return ids
}

describe('results that storage keeps', () => {
  it('come again in another process, equal ones as one object', async () => {
    const ids = await sessionsWithResult(250)
    const kept = open()
    const [first = sessionId(randomUUID()), second = first] = ids
    expect(kept.get(first)).toBeUndefined()
    await kept.load(ids)
    expect(ids.map((id) => kept.get(id)?.text)).toEqual(ids.map(() => 'first'))
    expect(kept.get(first)).toBe(kept.get(second))
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('are not those of other code, other settings or code that nobody knows', async () => {
    const ids = await sessionsWithResult(1)
    for (const other of ['other code', null]) {
      const kept = open({ key: other })
      await kept.load(ids)
      expect(ids.map((id) => kept.get(id))).toEqual([undefined])
      expect(kept.state() === null).toBe(other === null)
    }
  })

  it('are forgotten with a commit that touches their session, also while storage is asked, and with a deletion', async () => {
    const [id = sessionId(randomUUID())] = await sessionsWithResult(1)
    const commit = commitOf({ exchange: sampleExchange({ sessionId: id }) })
    const kept = open()
    await kept.load([id])
    kept.written(commit)
    expect(kept.get(id)).toBeUndefined()
    const reading = kept.load([id])
    kept.written(commit)
    await reading
    expect(kept.get(id)).toBeUndefined()
    await kept.load([id])
    expect(kept.get(id)?.text).toBe('first')
    const overtaken = kept.load([sessionId(randomUUID())])
    kept.forget()
    await overtaken
    expect([kept.get(id), kept.state()]).toEqual([undefined, null])
  })

  it('are asked for once, also where storage has none', async () => {
    const keptResults = vi.fn(store.keptResults)
    const kept = open({ store: { ...store, keptResults } })
    const id = sessionId(randomUUID())
    await kept.load([id])
    await kept.load([id])
    expect(keptResults).toHaveBeenCalledTimes(1)
  })

  it('are kept only of evidence that was read in a state that is known', async () => {
    const session = samplePresentation()
    await store.commit(commitOf({ session }))
    const kept = open()
    // The first one to ask gets none, and those after it do.
    expect(kept.state()).toBeNull()
    await vi.waitFor(() => expect(kept.state()).not.toBeNull())
    kept.keep(rowOf(session.sessionId), null)
    kept.keep(rowOf(session.sessionId), 'an earlier state')
    await kept.flush()
    await kept.load([session.sessionId])
    expect(kept.get(session.sessionId)).toBeUndefined()
    kept.keep(rowOf(session.sessionId, 'second'), kept.state())
    await kept.flush()
    await kept.load([session.sessionId])
    expect(kept.get(session.sessionId)?.text).toBe('second')
  })

  it('are lost, and that is told, where storage does not take them', async () => {
    const [id = sessionId(randomUUID())] = await sessionsWithResult(1)
    const failing = { ...store, keepResults: () => Promise.reject(new Error('The disk is full.')) }
    const kept = open({ store: failing })
    await kept.load([id])
    kept.keep(rowOf(id), kept.state())
    await kept.flush()
    expect(onFailure).toHaveBeenCalledWith(new Error('The disk is full.'))
  })
})

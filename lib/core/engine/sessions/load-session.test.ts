import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { commitOf, samplePresentation, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { loadSession } from './load-session'

describe('a session of one kind', () => {
  const store = createMemoryStore({ now: () => sampleStart })
  const [issuance, presentation] = [sampleSession(), samplePresentation()]

  it('is found by its id as that kind, and is not there as the other', async () => {
    for (const session of [issuance, presentation]) await store.commit(commitOf({ session }))
    expect(await loadSession('issuance', issuance.sessionId, { store })).toEqual(issuance)
    expect(await loadSession('presentation', presentation.sessionId, { store })).toEqual(presentation)
    expect(await loadSession('issuance', presentation.sessionId, { store })).toBeNull()
    expect(await loadSession('presentation', issuance.sessionId, { store })).toBeNull()
  })

  it('is not found by an id that nobody has, nor by what is not an id', async () => {
    for (const text of [sampleSession().sessionId, '', 'x', issuance.sessionId.toUpperCase()])
      expect(await loadSession('issuance', text, { store })).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { type CacheEntry, cachedAt, nextCacheEntry } from './cached-reading'

const session = sampleSession()
const made = { text: 'made' }

type Entry = CacheEntry<typeof made>

/** Reads again, one second after the previous reading; `sameUntil`: how long time alone changes nothing. */
function reader(sameUntil: EpochMillis) {
  let now = sampleStart
  let tried = 0
  return {
    tried: () => tried,
    read: (before: Entry | undefined, mark: string | null, seconds = 1) => {
      now = addSeconds(now, seconds)
      const isSameAt = async (later: EpochMillis) => {
        tried += 1
        return later <= sameUntil
      }
      return nextCacheEntry({ before, mark, session, events: [], now, made, isSameAt })
    },
  }
}

describe('what is remembered of a reading', () => {
  it('is the mark from the second on, and what was made of it from the third', async () => {
    const { read } = reader(addSeconds(session.expiresAt, 1e10))
    const first = await read(undefined, null)
    expect(first).toMatchObject({ mark: null, cached: null })
    const second = await read(first, 'm')
    expect(second).toMatchObject({ mark: 'm', cached: null })
    const third = await read(second, 'm')
    expect(third.cached).toMatchObject({ made })
    expect(cachedAt(third, 'm', addSeconds(sampleStart, 1e9))).toBe(made)
    expect(cachedAt(third, 'n', sampleStart)).toBeNull()
    expect(await read(third, 'n')).toMatchObject({ mark: 'n', cached: null })
    expect(await read(third, null)).toMatchObject({ mark: null, cached: null })
    expect(await read(undefined, 'm')).toMatchObject({ cached: null })
  })

  it('is kept to the end of the session where that changes it', async () => {
    const { read } = reader(session.expiresAt)
    const known = await read(await read(await read(undefined, null), 'm'), 'm')
    expect(known.cached?.until).toBe(session.expiresAt - 1)
    expect(cachedAt(known, 'm', session.expiresAt)).toBeNull()
  })

  it('is kept for a minute where a wait in the session ends later than that', async () => {
    const { read } = reader(addSeconds(sampleStart, 100))
    const known = await read(await read(await read(undefined, null), 'm'), 'm')
    expect(known.cached?.until).toBe(addSeconds(sampleStart, 63))
    expect(await read(known, 'm', 61)).toMatchObject({ mark: 'm', cached: null })
  })

  it('is tried again a minute later where any time changes it', async () => {
    const { read, tried } = reader(sampleStart)
    const known = await read(await read(await read(undefined, null), 'm'), 'm')
    expect([known.cached, tried()]).toEqual([null, 3])
    expect(await read(known, 'm', 59)).toBe(known)
    expect(tried()).toBe(3)
    await read(known, 'm')
    expect(tried()).toBe(6)
  })
})

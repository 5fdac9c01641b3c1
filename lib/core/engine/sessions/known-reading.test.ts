import { describe, expect, it } from 'vitest'
import { sampleSession, sampleStart } from '@/lib/testing/store-samples'
import type { KnownReading } from '../../ground/ports/ports'
import { addSeconds, type EpochMillis } from '../../ground/time/time'
import { keptAt, ordinaryNearby, toKnow } from './known-reading'

const session = sampleSession()
const near = { issuerConfigurationId: 'a', clients: ['b'], from: sampleStart, to: sampleStart }
const made = { text: 'made' }

type Known = KnownReading<typeof made>

/** Reads once more, a second after the last time; `sameUntil`: how long time alone changes nothing. */
function reader(sameUntil: EpochMillis) {
  let now = sampleStart
  let tried = 0
  return {
    tried: () => tried,
    read: (before: Known | undefined, mark: string | null, nearby = near) => {
      now = addSeconds(now, 1)
      const isSameAt = async (later: EpochMillis) => {
        tried += 1
        return later <= sameUntil
      }
      const retryAt = addSeconds(now, 2)
      return toKnow({ before, mark, nearby, session, events: [], now, made, isSameAt, retryAt })
    },
  }
}

describe('what is remembered of a reading', () => {
  it('is the mark from the second on, and what was made of it from the third', async () => {
    const { read } = reader(addSeconds(session.expiresAt, 1e10))
    const first = await read(undefined, null)
    expect(first).toMatchObject({ mark: null, kept: null })
    const second = await read(first, 'm')
    expect(second).toMatchObject({ mark: 'm', kept: null })
    const third = await read(second, 'm')
    expect(third.kept).toMatchObject(made)
    expect(keptAt(third, 'm', addSeconds(sampleStart, 1e9))).toBe(third.kept)
    expect(keptAt(third, 'n', sampleStart)).toBeNull()
    expect(await read(third, 'n')).toMatchObject({ mark: 'n', kept: null })
    expect(await read(third, 'm', { ...near, clients: ['c'] })).toMatchObject({ mark: null, kept: null })
  })

  it('is kept to the end of the session where that changes it', async () => {
    const { read } = reader(session.expiresAt)
    const known = await read(await read(await read(undefined, null), 'm'), 'm')
    expect(known.kept?.until).toBe(session.expiresAt - 1)
    expect(keptAt(known, 'm', session.expiresAt)).toBeNull()
  })

  it('is tried again no sooner than said where any time changes it', async () => {
    const { read, tried } = reader(sampleStart)
    const known = await read(await read(await read(undefined, null), 'm'), 'm')
    expect([known.kept, tried()]).toEqual([null, 2])
    expect(await read(known, 'm')).toBe(known)
    expect(tried()).toBe(2)
    await read(known, 'm')
    expect(tried()).toBe(4)
  })
})

it('a session that nobody came to, or many clients, is no ordinary one', () => {
  expect(ordinaryNearby(null)).toBeNull()
  expect(ordinaryNearby(near)).toBe(near)
  expect(ordinaryNearby({ ...near, clients: Array.from({ length: 11 }, String) })).toBeNull()
})

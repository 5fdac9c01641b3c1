import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createAddressLimit } from './address-limit'
import { createRateLimit } from './rate-limit'

const now = epochMillis(1_700_000_000_000)
const later = (millis: number) => epochMillis(now + millis)

describe('a limit of events', () => {
  it('says when the oldest is over', () => {
    const limit = createRateLimit(2)
    expect([limit.take('a', now), limit.take('a', later(10_000)), limit.take('a', later(20_000))]).toEqual([0, 0, 40])
    expect(limit.take('a', later(60_000))).toBe(0)
    expect(limit.take('a', later(60_000))).toBe(10)
  })

  it('has room again for what was given back, and no more than that', () => {
    for (const limit of [createRateLimit(2), createAddressLimit(2)]) {
      expect([limit.take('::1', now), limit.take('::1', later(5)), limit.take('::1', later(9))]).toEqual([0, 0, 60])
      limit.giveBack('::1', later(5))
      limit.giveBack('::1', later(7))
      expect([limit.take('::1', later(9)), limit.take('::1', later(9))]).toEqual([0, 60])
    }
  })

  it('is not lifted by a flood of other addresses', () => {
    const limit = createRateLimit(2)
    limit.take('mine', now)
    limit.take('mine', now)
    for (let count = 0; count < 30_000; count++) limit.take(`other ${count}`, later(1))
    expect(limit.take('mine', later(2))).toBeGreaterThan(0)
  })

  it('counts nothing for a network that is refused', () => {
    const limit = createAddressLimit(1)
    const link = (id: number) => `2001:db8:1:1${id.toString(16).padStart(2, '0')}::1`
    for (let id = 0; id < 4; id++) expect(limit.take(link(id), now)).toBe(0)
    // Refused because of its /56; its /64 and /48 stay as they were.
    for (let count = 0; count < 100; count++) expect(limit.take(link(9), now)).toBe(60)
    expect(limit.take('2001:db8:1:200::1', now)).toBe(0)
    expect(limit.take(link(9), later(60_000))).toBe(0)
  })
})

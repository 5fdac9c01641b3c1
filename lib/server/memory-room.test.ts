import { describe, expect, it } from 'vitest'
import { createMemoryRoom } from './memory-room'

const bounds = { max: 800, perAddressMax: 400, small: 50 }

describe('memory that is shared out', () => {
  it('is bounded altogether and for each address, the last quarter for small ones only', () => {
    const room = createMemoryRoom(bounds)
    expect(room.enter('192.0.2.1').grow(300)).toBe(true)
    expect(room.enter('192.0.2.1').grow(51)).toBe(false)
    expect(room.enter('192.0.2.1').grow(50)).toBe(true)
    expect(room.enter('192.0.2.1').grow(50)).toBe(true)
    expect(room.enter('192.0.2.1').grow(1)).toBe(false)
    expect(room.enter('192.0.2.2').grow(200)).toBe(true)
    expect(room.enter('192.0.2.3').grow(51)).toBe(false)
    expect(room.enter('192.0.2.3').grow(50)).toBe(true)
  })

  it('is counted by what each holds at the end, and given back', () => {
    const room = createMemoryRoom(bounds)
    const place = room.enter('192.0.2.1')
    for (const bytes of [100, 200, 300, 200]) expect(place.grow(bytes)).toBe(true)
    expect(room.enter('192.0.2.1').grow(60)).toBe(false)
    place.leave()
    expect(room.enter('192.0.2.1').grow(300)).toBe(true)
  })

  it('is given back by who asks for more than there is, and refused to them from then on', () => {
    const room = createMemoryRoom(bounds)
    const place = room.enter('192.0.2.1')
    expect([place.grow(200), place.grow(301), place.grow(1), place.isRefused()]).toEqual([true, false, false, true])
    expect(room.enter('192.0.2.1').grow(300)).toBe(true)
  })

  it('is that of a network where the addresses are of IPv6', () => {
    const room = createMemoryRoom(bounds)
    expect(room.enter('2001:db8::1').grow(300)).toBe(true)
    expect(room.enter('2001:db8::2').grow(51)).toBe(false)
    expect(room.enter('2001:db8:0:1::1').grow(200)).toBe(true)
  })
})

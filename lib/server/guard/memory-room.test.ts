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

  it('asks only for what is added to a growing one, for all and for its address', () => {
    const room = createMemoryRoom({ max: 100, perAddressMax: 100, small: 100 })
    const place = room.enter('192.0.2.1')
    expect([60, 90, 100].map((bytes) => place.grow(bytes))).toEqual([true, true, true])
    expect(room.enter('192.0.2.2').grow(1)).toBe(false)
    expect(place.grow(101)).toBe(false)
    expect(room.enter('192.0.2.2').grow(100)).toBe(true)
  })

  it('leaves room to others: one address gets its share, whatever it holds in how many places', () => {
    const room = createMemoryRoom({ max: 100, perAddressMax: 40, small: 100 })
    const places = Array.from({ length: 4 }, () => room.enter('192.0.2.1'))
    expect(places.map((place) => place.grow(20))).toEqual([true, true, false, false])
    expect(room.enter('192.0.2.2').grow(40)).toBe(true)
    places[0]?.leave()
    expect(places[1]?.grow(40)).toBe(true)
    expect(room.enter('192.0.2.1').grow(1)).toBe(false)
    expect(room.enter('192.0.2.3').grow(20)).toBe(true)
    expect(room.enter('192.0.2.4').grow(1)).toBe(false)
  })

  it('forgets an address that holds nothing any more, however often it came', () => {
    const room = createMemoryRoom(bounds)
    for (let count = 0; count < 100; count++) {
      const place = room.enter('192.0.2.1')
      expect(place.grow(50)).toBe(true)
      place.leave()
      place.leave()
    }
    expect(room.enter('192.0.2.1').grow(300)).toBe(true)
  })
})

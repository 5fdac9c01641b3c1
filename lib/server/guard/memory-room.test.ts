import { describe, expect, it } from 'vitest'
import { createMemoryRoom } from './memory-room'

const small = 50
const roomOf = (max: number, keepsPart = false) => createMemoryRoom({ max, small }, { keepsPart })
const from = (remoteAddress: string) => ({ remoteAddress, isOperator: false })
const operator = { ...from('192.0.2.1'), isOperator: true }

describe('memory that is shared out', () => {
  it('is bounded for each network by its share, the last quarter of that for small ones only', () => {
    const room = roomOf(3200)
    expect(room.enter(from('192.0.2.1')).grow(300)).toBe(true)
    expect(room.enter(from('192.0.2.1')).grow(51)).toBe(false)
    expect(room.enter(from('192.0.2.1')).grow(50)).toBe(true)
    expect(room.enter(from('192.0.2.1')).grow(50)).toBe(true)
    expect(room.enter(from('192.0.2.1')).grow(1)).toBe(false)
    expect(room.enter(from('198.51.100.1')).grow(300)).toBe(true)
  })

  it('is bounded altogether, the last quarter for small ones only', () => {
    const room = roomOf(800)
    expect(room.enter(from('127.0.0.1')).grow(600)).toBe(true)
    expect(room.enter(from('192.0.2.1')).grow(51)).toBe(false)
    expect(room.enter(from('192.0.2.1')).grow(50)).toBe(true)
    expect(room.enter(from('127.0.0.1')).grow(51)).toBe(false)
  })

  it('keeps a part for the operator that strangers of no number of networks fill', () => {
    const room = roomOf(800, true)
    const strangers = Array.from({ length: 40 }, (_, host) => room.enter(from(`192.${host}.2.1`)))
    expect(strangers.filter((place) => place.grow(50))).toHaveLength(12)
    expect(strangers.at(-1)?.refused()).toContain('not kept for whoever sends the operator token')
    expect(room.enter(operator).grow(50)).toBe(true)
    expect(Array.from({ length: 9 }, () => room.enter(operator).grow(50)).filter((held) => held)).toHaveLength(3)
  })

  it('is counted by what each holds at the end, and given back', () => {
    const room = roomOf(3200)
    const place = room.enter(from('192.0.2.1'))
    for (const bytes of [100, 200, 300, 200]) expect(place.grow(bytes)).toBe(true)
    expect(room.enter(from('192.0.2.1')).grow(101)).toBe(false)
    place.leave()
    expect(room.enter(from('192.0.2.1')).grow(300)).toBe(true)
  })

  it('is given back by who asks for more than there is, and refused to them from then on, with the reason', () => {
    const room = roomOf(3200)
    const place = room.enter(from('192.0.2.1'))
    expect(place.refused()).toBeNull()
    expect([place.grow(200), place.grow(301), place.grow(1)]).toEqual([true, false, false])
    expect(place.refused()).toContain('Your network has its share')
    expect(room.enter(from('192.0.2.1')).grow(300)).toBe(true)
  })

  it('is that of a network where the addresses are of IPv6', () => {
    const room = roomOf(3200)
    expect(room.enter(from('2001:db8::1')).grow(300)).toBe(true)
    expect(room.enter(from('2001:db8::2')).grow(51)).toBe(false)
    expect(room.enter(from('2001:db8:0:1::1')).grow(300)).toBe(true)
    expect(room.enter(from('2001:db8:0:2::1')).grow(51)).toBe(false)
  })

  it('asks only for what is added to a growing one', () => {
    const room = createMemoryRoom({ max: 800, small: 100 }, { keepsPart: false })
    const place = room.enter(from('192.0.2.1'))
    expect([60, 90, 100].map((bytes) => place.grow(bytes))).toEqual([true, true, true])
    expect(room.enter(from('192.0.2.1')).grow(1)).toBe(false)
    expect(place.grow(101)).toBe(false)
    expect(room.enter(from('192.0.2.1')).grow(100)).toBe(true)
  })

  it('forgets a network that holds nothing any more, however often it came', () => {
    const room = roomOf(3200)
    for (let count = 0; count < 100; count++) {
      const place = room.enter(from('192.0.2.1'))
      expect(place.grow(50)).toBe(true)
      place.leave()
      place.leave()
    }
    expect(room.enter(from('192.0.2.1')).grow(300)).toBe(true)
  })
})

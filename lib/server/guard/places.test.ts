import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { createPlaces } from './places'

const from = (remoteAddress: string, isOperator = false) => ({ remoteAddress, isOperator })
/** How many of so many who ask get a place. */
const given = (places: ReturnType<typeof createPlaces>, seekers: readonly ReturnType<typeof from>[]): number =>
  seekers.filter((seeker) => typeof places.take(seeker, 'places') === 'function').length
const many = <One>(one: One, count = 200): One[] => Array.from({ length: count }, () => one)
const strangers = Array.from({ length: 200 }, (_, net) => from(`198.51.${net}.1`))

describe('places that clients share', () => {
  it('go to one address for an eighth at most, and to an IPv4 /24 for a quarter', () => {
    const places = createPlaces(64, { keepsPart: false })
    expect(given(places, many(from('192.0.2.1')))).toBe(8)
    expect(given(places, many(from('::ffff:192.0.2.1')))).toBe(0)
    expect(
      given(
        places,
        Array.from({ length: 200 }, (_, host) => from(`192.0.2.${host}`)),
      ),
    ).toBe(8)
    expect(given(places, many(from('192.0.3.1')))).toBe(8)
  })

  it('go to an IPv6 /64 for an eighth at most, and to a /48 for a quarter, whatever addresses it uses', () => {
    const places = createPlaces(64, { keepsPart: false })
    expect(
      given(
        places,
        Array.from({ length: 200 }, (_, host) => from(`2001:db8::${host.toString(16)}`)),
      ),
    ).toBe(8)
    expect(
      given(
        places,
        Array.from({ length: 200 }, (_, net) => from(`2001:db8:0:${net.toString(16)}::1`)),
      ),
    ).toBe(8)
    expect(given(places, many(from('2001:db8:1::1')))).toBe(8)
  })

  it('are at least one for each network, however few there are', () => {
    for (const max of [1, 2, 4]) expect(given(createPlaces(max, { keepsPart: false }), many(from('192.0.2.1')))).toBe(1)
  })

  it('go to this machine as far as they go: it has nobody to share with', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.1.2.3'])
      expect(given(createPlaces(16, { keepsPart: false }), many(from(address)))).toBe(16)
  })

  it('are kept for the operator, a quarter of them, whatever strangers of many networks or of this machine take', () => {
    for (const takers of [strangers, many(from('127.0.0.1'))]) {
      const places = createPlaces(16, { keepsPart: true })
      expect(given(places, takers)).toBe(12)
      expect(given(places, many(from('192.0.2.1', true)))).toBe(4)
    }
  })

  it('are free to the operator without a share, and what the operator has leaves strangers what is not kept', () => {
    const places = createPlaces(16, { keepsPart: true })
    expect(given(places, many(from('192.0.2.1', true), 8))).toBe(8)
    expect(given(places, strangers)).toBe(8)
    expect(places.take(from('203.0.113.1'), 'places')).toMatchObject({ lack: 'all' })
  })

  it('are kept for nobody where there is a single one', () => {
    expect(given(createPlaces(1, { keepsPart: true }), strangers)).toBe(1)
  })

  it('say why there is none', () => {
    const places = createPlaces(16, { keepsPart: true })
    given(places, many(from('192.0.2.1')))
    expect(places.take(from('192.0.2.1'), 'runs')).toEqual({
      lack: 'network',
      because: 'Your network has its share of the runs: one address may have 2 of 16, the network around it 4.',
    })
    given(places, strangers)
    expect(places.take(from('203.0.113.1'), 'runs')).toEqual({
      lack: 'strangers',
      because: 'All 12 runs are taken that are not kept for whoever sends the operator token.',
    })
    given(places, many(from('192.0.2.1', true)))
    expect(places.take(from('203.0.113.1', true), 'runs')).toEqual({ lack: 'all', because: 'All 16 runs are taken.' })
  })

  it('come back once each, in whatever order they are taken and left', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.boolean(), fc.boolean()), { maxLength: 100 }), (steps) => {
        const places = createPlaces(16, { keepsPart: true })
        const held: (() => void)[] = []
        for (const [host, isOperator, leaves] of steps) {
          const taken = places.take(from(`192.0.${host}.1`, isOperator), 'places')
          if (typeof taken === 'function') held.push(taken)
          if (leaves) held.shift()?.()
        }
        expect(held.length).toBeLessThanOrEqual(16)
        for (const leave of [...held, ...held]) leave()
        expect(given(places, strangers)).toBe(12)
      }),
      runs(),
    ))
})

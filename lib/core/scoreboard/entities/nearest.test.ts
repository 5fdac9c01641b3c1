import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { nearestPath } from './nearest'

describe('the nearest path', () => {
  const paths = ['acme/quillfern', 'acme/quillfern/1-2-0', 'acme/other', 'borealia/moss-wallet']
  it.each([
    ['acme/quilfern', 'acme/quillfern'],
    ['acme/quilflern', 'acme/quillfern'],
    ['Acme/Quillfern', 'acme/quillfern'],
    ['acme/quillfern/1.2.0', 'acme/quillfern/1-2-0'],
    ['acme/Moss Wallet', 'borealia/moss-wallet'],
    ['moss-wallet', 'borealia/moss-wallet'],
    ['acme/something-else-entirely', null],
    ['', null],
  ])('to %j is %j', (name, nearest) => {
    expect(nearestPath(name, paths)).toBe(nearest)
  })

  const segment = fc.stringMatching(/^[a-z0-9]{3,12}$/)
  const path = fc.tuple(segment, segment).map((segments) => segments.join('/'))

  it('to a path with one letter left out, doubled or swapped is that path', () => {
    fc.assert(
      fc.property(path, fc.nat(), fc.constantFrom('drop', 'double', 'swap'), (whole, at, how) => {
        const place = at % whole.length
        if (whole[place] === '/' || whole[place + 1] === '/' || place + 1 >= whole.length) return
        const [before, one, two, after] = [
          whole.slice(0, place),
          whole.slice(place, place + 1),
          whole.slice(place + 1, place + 2),
          whole.slice(place + 2),
        ]
        const wrong = {
          drop: before + two + after,
          double: before + one + one + two + after,
          swap: before + two + one + after,
        }[how]
        expect(nearestPath(wrong, [whole])).toBe(whole)
      }),
      runs(200),
    )
  })

  it('is one of those that exist, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.array(path, { maxLength: 20 }), (name, known) => {
        const nearest = nearestPath(name, known)
        expect(nearest === null || known.includes(nearest)).toBe(true)
      }),
      runs(200),
    )
  })
})

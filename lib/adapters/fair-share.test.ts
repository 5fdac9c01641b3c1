import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { createFairShare, type Held } from './fair-share'

const bounds = { size: 6, charactersMax: 60 }

/** The specification written out naively: it inspects every entry at each step. */
function naive(added: readonly Held[], { size, charactersMax }: typeof bounds): Held[] {
  let kept: Held[] = []
  const heldBy = (share: string, amount: (entry: Held) => number) =>
    kept.filter((entry) => entry.share === share).reduce((sum, entry) => sum + amount(entry), 0)
  const dropFromMost = (amount: (entry: Held) => number) => {
    const most = Math.max(...kept.map(({ share }) => heldBy(share, amount)))
    const victim = kept.find(({ share }) => heldBy(share, amount) === most)
    kept = kept.filter((entry) => entry !== victim)
  }
  for (const entry of added) {
    if (kept.some(({ id }) => id === entry.id)) continue
    const later = kept.findIndex(({ at }) => at > entry.at)
    kept.splice(later === -1 ? kept.length : later, 0, entry)
    while (kept.length > size) dropFromMost(() => 1)
    while (kept.length > 1 && kept.reduce((sum, { characters }) => sum + characters, 0) > charactersMax)
      dropFromMost(({ characters }) => characters)
  }
  return kept
}

const held: fc.Arbitrary<Held> = fc.record({
  id: fc.integer({ min: 0, max: 200 }).map(String),
  at: fc.integer({ min: 0, max: 40 }),
  share: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  characters: fc.integer({ min: 1, max: 30 }),
})

describe('a fair share', () => {
  it('holds what a naive model holds, in the order of arrival, within both bounds', () => {
    fc.assert(
      fc.property(fc.array(held, { maxLength: 120 }), (added) => {
        const share = createFairShare<Held>(bounds)
        for (const [index, entry] of added.entries()) {
          share.add(entry)
          expect(share.entries()).toEqual(naive(added.slice(0, index + 1), bounds))
        }
      }),
      runs(150),
    )
  })

  it('is not pushed out by however many of another: one entry stays among ten thousand', () => {
    const share = createFairShare<Held>({ size: 1000, charactersMax: 1_000_000 })
    const marked = { id: 'marked', at: 0, share: 'mine', characters: 500 }
    share.add(marked)
    for (let at = 1; at <= 10_000; at++) share.add({ id: `${at}`, at, share: 'theirs', characters: 20_000 })
    expect(share.entries()[0]).toBe(marked)
    expect(share.get('marked')).toBe(marked)
  })
})

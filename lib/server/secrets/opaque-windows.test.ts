import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { looksOpaque } from '@/lib/core/engine/redaction/tokens/token-text'
import { runs } from '@/scripts/thorough.mjs'
import { eachOpaqueWindow, opaqueCharacters } from './opaque-windows'

const windowsIn = (text: string): [number, number][] => {
  const found: [number, number][] = []
  eachOpaqueWindow(text, (from, to) => void found.push([from, to]))
  return found
}

/** The same by the words of it: every window of every run is looked at. */
function slowly(text: string): [number, number][] {
  const runs = text.matchAll(/[\w-](?:(?:[ \t]{0,8}\r?\n[ \t]{0,8}|\r[ \t]{0,8})?[\w-]){42,}/g)
  return [...runs].flatMap(({ 0: run, index }) => {
    const places = Array.from(run.matchAll(/[\w-]/g), ({ index: place }) => index + place)
    return places.flatMap((from, first): [number, number][] => {
      const last = places[first + opaqueCharacters - 1]
      if (last === undefined) return []
      return looksOpaque(text.slice(from, last + 1).replace(/\s/g, '')) ? [[from, last + 1]] : []
    })
  })
}

describe('windows that look like a value', () => {
  it('are those that look opaque, across line breaks and nothing else', () => {
    const piece = fc.oneof(
      { weight: 9, arbitrary: fc.stringMatching(/^(?:[a-f0-9]{44}|[a-z]{20}|[A-Z]{9}|[\w-]{50}|[0-9A-F]{30})$/) },
      fc.constantFrom('\n', '\r\n', '\r', ' \r\n\t ', ' ', ' \r', '\n'.padEnd(10), '\n\n', '.', 'é', '\u2028', '/'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(windowsIn(pieces.join(''))).toEqual(slowly(pieces.join('')))
      }),
      runs(),
    )
  })

  it('are found in one walk, whatever a text is made of', () => {
    const [slices, tests] = [vi.spyOn(String.prototype, 'slice'), vi.spyOn(RegExp.prototype, 'test')]
    for (const text of [
      '1'.repeat(100_000),
      '1\n'.repeat(50_000),
      'aB'.repeat(50_000),
      `${'a'.repeat(43)}.`.repeat(2000),
    ])
      windowsIn(text)
    const calls = slices.mock.calls.length + tests.mock.calls.length
    vi.restoreAllMocks()
    expect(calls).toBe(0)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { fold, spellingsOf } from './normalise-text'

describe('the spellings of a text', () => {
  it('in ASCII are one, which is what all its cases and forms come to', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aAbBiIzZ09 ~-@"') }), (text) => {
        const forms = [text, text.toUpperCase(), text.toLowerCase()].flatMap((spelt) =>
          ['NFC', 'NFD', 'NFKC'].map((form) => fold(spelt.normalize(form))),
        )
        expect(spellingsOf(text)).toEqual([...new Set(forms)])
      }),
      runs(),
    )
  })

  it('are several where letters have others in capitals, or accents of their own', () => {
    expect(spellingsOf('Straße')).toEqual(['straße', 'strasse'])
    expect(spellingsOf('é')).toEqual(['é', 'e\u0301'])
    expect(spellingsOf('İ')).toContain('i')
  })
})

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { runs } from '@/scripts/thorough.mjs'
import { jsonDepthMax, jsonValuesMax } from './limits'
import { boundPassedBy, readJsonText } from './read-json'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const wide = (values: number): string => `[${'0,'.repeat(values - 2)}0]`

describe('the bounds of JSON', () => {
  it('are told before anything is built, and before the rest is looked at', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    for (const text of ['['.repeat(20_000_000), `[${'[],'.repeat(6_000_000)}[]]`]) {
      expect(await lookedAt(() => expect(readJsonText(text).ok).toBe(false))).toBeLessThan(10 * jsonValuesMax)
      expect(parse).not.toHaveBeenCalled()
    }
    parse.mockRestore()
  })

  it('are those of the whole reading', () => {
    expect(readJsonText(nested(jsonDepthMax)).ok).toBe(true)
    expect(readJsonText(nested(jsonDepthMax + 1))).toEqual({ ok: false, reason: 'too_deep' })
    expect(readJsonText(wide(jsonValuesMax)).ok).toBe(true)
    expect(boundPassedBy(wide(jsonValuesMax))).toBeNull()
    expect(readJsonText(wide(jsonValuesMax + 1))).toEqual({ ok: false, reason: 'too_wide' })
  })

  it('do not count what is in strings', () => {
    for (const text of ['['.repeat(100), ','.repeat(jsonValuesMax), '\\"['.repeat(100), '\\'.repeat(101)])
      expect(readJsonText(JSON.stringify([text, text]))).toMatchObject({ ok: true, value: [text, text] })
  })

  it('say nothing of a value within them, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => boundPassedBy(JSON.stringify(value)) === null),
      runs(),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { runs } from '@/scripts/thorough.mjs'
import { jsonDepthMax, jsonValuesMax } from './limits'
import { exceededBound, readJsonText, scanJson, tooDeepMember } from './read-json'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const wide = (values: number): string => `[${'0,'.repeat(values - 2)}0]`

describe('the bounds of JSON', () => {
  it('name the member that is too deep', () => {
    expect(tooDeepMember(`{"a": "b", "c": {"x": []}, "\\u0064": ${nested(jsonDepthMax)}, "e": 1}`)).toBe('d')
    expect(tooDeepMember(nested(jsonDepthMax + 1))).toBeNull()
    expect(tooDeepMember('{"unclosed')).toBeNull()
  })

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
    expect(exceededBound(wide(jsonValuesMax))).toBeNull()
    expect(readJsonText(wide(jsonValuesMax + 1))).toEqual({ ok: false, reason: 'too_wide' })
  })

  it('do not count what is in strings', () => {
    for (const text of ['['.repeat(100), ','.repeat(jsonValuesMax), '\\"['.repeat(100), '\\'.repeat(101)])
      expect(readJsonText(JSON.stringify([text, text]))).toMatchObject({ ok: true, value: [text, text] })
  })

  it('say nothing of a value within them, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => exceededBound(JSON.stringify(value)) === null),
      runs(),
    )
  })
})

describe('scanJson', () => {
  it('names every repeated member with its path', () => {
    expect(scanJson('{"a":[1,9007199254740993],"b":{"c/d":1e400}}').inexact).toEqual(['/a/1', '/b/c~1d'])
    expect(scanJson('{"a":1,"a":2,"b":{"c":[{"d":1,"d":2}]}}').duplicates).toEqual(['/a', '/b/c/0/d'])
  })
  it('keeps a slash in a name apart from a step of the path', () => {
    expect(scanJson('{"a":{"b":1},"a/b":1,"a/b":2,"~1":{"c":1,"c":2}}').duplicates).toEqual(['/a~1b', '/~01/c'])
  })
  it('lists each repeated member of the outermost object, however many there are elsewhere', () => {
    const inner = Array.from({ length: 5000 }, (_, at) => `"${'x'.repeat(20)}${at}":1`).join()
    expect(scanJson(`{"a":{${inner},${inner}},"b":1,"b":2}`).duplicates).toContain('/b')
  })
  it('sees a repetition that hides behind an escape', () => {
    expect(scanJson(String.raw`{"a":1,"\u0061":2}`).duplicates).toEqual(['/a'])
  })
  it('does not take a string value for a member', () => {
    expect(scanJson('{"a":"b","b":"a","c":["a","a"]}').duplicates).toEqual([])
  })
  it('is not misled by braces, commas and quotes inside strings', () => {
    expect(scanJson(String.raw`{"a":"{\"a\":1,","b":"}]\\"}`)).toMatchObject({ duplicates: [], depth: 1 })
  })
  it('counts depth and stops once the bound is passed', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(scanJson(deep(jsonDepthMax)).tooDeep).toBe(false)
    expect(scanJson(deep(jsonDepthMax + 1)).tooDeep).toBe(true)
    expect(scanJson(deep(100_000)).tooDeep).toBe(true)
  })
  it('finds no repetition in anything that JSON.stringify writes, and counts its values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const scan = scanJson(JSON.stringify(value))
        expect(scan.duplicates).toEqual([])
        expect(scan.values).toBe(scan.tooDeep || scan.tooWide ? scan.values : count(value))
      }),
      runs(),
    )
  })
})

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, inner) => sum + count(inner), 0)
}

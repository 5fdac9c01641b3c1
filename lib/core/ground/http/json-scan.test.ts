import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { jsonDepthMax } from './limits'
import { scanJson } from './read-json'

describe('scanJson', () => {
  it('names every repeated member with its path', () => {
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { JsonObject } from '../../shared/values/json'
import { jsonBytes } from './bounded-read-back'
import { boundObserved } from './project-session'

const filler = 'x'.repeat(300)
const list = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index} ${filler}`)

describe('what was observed, cut to a number of bytes', () => {
  it('keeps every member: the small ones whole, wherever the large one stands', () => {
    const observed = {
      request_uri_payload: { value: { x: list(3000) }, source: 'request.response.body', also_seen_in: [] },
      request_fetches: [{ method: 'GET' }],
      wallet_nonce: 'n',
      wallet_error: null,
      user_agents: ['wallet/1'],
    }
    const bounded = boundObserved(observed, 200_000)
    expect(jsonBytes(bounded)).toBeLessThanOrEqual(200_000)
    expect(bounded).toEqual({
      ...observed,
      request_uri_payload: { ...observed.request_uri_payload, value: expect.anything() },
    })
    expect(jsonBytes(bounded)).toBeGreaterThan(190_000)
  })

  it('gives two large members as much of each', () => {
    const bounded = boundObserved({ first: list(3000), second: list(2000), last: 1 }, 100_000)
    expect(Object.keys(bounded)).toEqual(['first', 'second', 'last'])
    expect(bounded.last).toBe(1)
    for (const name of ['first', 'second'])
      expect((bounded[name] as unknown[]).at(-1)).toEqual({ truncated: true, omitted: expect.any(Number) })
    expect(Math.abs(jsonBytes(bounded.first) - jsonBytes(bounded.second))).toBeLessThan(2000)
  })

  it('leaves alone what fits, and cuts an object of many members at its end', () => {
    const small = { a: [1], b: { c: 'd' } }
    expect(boundObserved(small, 1000)).toBe(small)
    const many = Object.fromEntries(list(100).map((text, index) => [`m${index}`, text]))
    expect(boundObserved({ many, last: true }, 10_000)).toMatchObject({
      many: { m0: many.m0, truncated: true },
      last: true,
    })
  })

  it('has the names that it had, and at most that many bytes', () => {
    const members = fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 20 })
    fc.assert(
      fc.property(members, fc.integer({ min: 4000, max: 8000 }), (some, bytesMax) => {
        const observed = { ...some, large: list(40), larger: { value: list(40), source: 'a' } } as JsonObject
        const bounded = boundObserved(observed, bytesMax)
        expect(Object.keys(bounded)).toEqual(Object.keys(observed))
        expect(jsonBytes(bounded)).toBeLessThanOrEqual(bytesMax)
      }),
      runs(200),
    )
  })
})

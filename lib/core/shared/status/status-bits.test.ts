import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zlib } from '@/lib/adapters/zlib/zlib'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url } from '../values/base64url'
import { statusListVectors } from './fixtures/status-list-vectors'
import { packStatuses, statusAt, statusBits } from './status-bits'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const vectorSize = 2 ** 20

describe('the bytes of a status list', () => {
  it('are those of the examples in the specification', () => {
    // TSL14-4.1
    const one = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1].map((value, index) => [index, value] as const)
    expect(hex(packStatuses(one, { bits: 1, size: 16 }))).toBe('b9a3')
    const two = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3].map((value, index) => [index, value] as const)
    const bytes = packStatuses(two, { bits: 2, size: 12 })
    expect(hex(bytes)).toBe('c944f9')
    expect(hex(zlib.deflate(bytes))).toBe('78da3be9f2130003df0207')
  })

  it.each(statusListVectors)('are those of its test vector with $bits bits', async ({ bits, entries, lst }) => {
    const bytes = packStatuses(entries, { bits, size: vectorSize })
    const inflated = await zlib.inflate(Buffer.from(lst, 'base64url'), vectorSize)
    expect(inflated !== null && Buffer.compare(inflated, bytes)).toBe(0)
    for (const [index, value] of entries) expect(statusAt(bytes, { bits, index })).toBe(value)
    expect(toBase64url(zlib.deflate(bytes)).length).toBeLessThanOrEqual(lst.length + 8)
  })

  it('give back every value, whatever the order, and nothing beyond the end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statusBits),
        fc.uniqueArray(fc.tuple(fc.nat(99), fc.nat(255)), { selector: ([index]) => index }),
        (bits, drawn) => {
          const entries = drawn.map(([index, value]) => [index, value % 2 ** bits] as const)
          const bytes = packStatuses(entries, { bits, size: 100 })
          const values = new Map(entries)
          for (let index = 0; index < 100; index += 1)
            expect(statusAt(bytes, { bits, index })).toBe(values.get(index) ?? 0)
          expect(statusAt(bytes, { bits, index: bytes.length * (8 / bits) })).toBeNull()
        },
      ),
      runs(),
    )
  })

  it('are the later value where an entry is named twice, and unchanged by one outside', () => {
    const named = [
      [3, 2],
      [3, 1],
      [-1, 1],
      [0.5, 1],
      [4, 1],
      [2, 4],
    ] as const
    expect(hex(packStatuses(named, { bits: 2, size: 4 }))).toBe('40')
    for (const index of [-1, 0.5, Number.NaN, 4, 2 ** 40])
      expect(statusAt(Uint8Array.of(0x40), { bits: 2, index })).toBeNull()
  })
})

describe('the ZLIB data format', () => {
  it('is inflated up to the bound and no further', async () => {
    const bomb = new Uint8Array(deflateSync(new Uint8Array(10_000_000)))
    expect(bomb.length).toBeLessThan(20_000)
    expect(await zlib.inflate(bomb, 9_999_999)).toBeNull()
    expect((await zlib.inflate(bomb, 10_000_000))?.length).toBe(10_000_000)
  })

  it.each([
    ['nothing', ''],
    ['no header', '00112233'],
    ['a broken sum', '78da3be9f2130003df0208'],
    ['an end that is missing', '78da3be9f2'],
  ])('that is %s is null', async (_words, text) => {
    expect(await zlib.inflate(Buffer.from(text, 'hex'), 1000)).toBeNull()
  })
})
